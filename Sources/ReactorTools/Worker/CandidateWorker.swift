import Reactor
import ReactorRecording

/// A worker that replays the candidates of a minimisation: `check -`.
///
/// It reads a line with a number of bytes, and then the bytes of a recording, and writes one line of JSON after the replay. Output of a
/// reducer goes to standard error. The worker crashes when a reducer does. The process that started it then reads the note and
/// starts another one.
struct CandidateWorker<StateType: State & Codable> {
    private let catalog: EventCatalog<Witnessed<StateType>>
    private let line: WorkerLine

    init(_ catalog: EventCatalog<StateType>) throws(MinimiseError) {
        self.catalog = catalog.wrapping(in: Witnessed<StateType>.self)
        line = try WorkerLine(catalog)
    }

    /// Runs until standard input ends.
    func run() {
        line.run { line, input in
            guard let count = Int(String(decoding: line, as: UTF8.self)), let bytes = try? input.bytes(count) else {
                return nil
            }
            return replay(bytes)
        }
    }

    private func replay(_ bytes: [UInt8]) -> JSON {
        do {
            let recording = WitnessedSource(source: try Recording(bytes: bytes, named: "candidate"))
            // It computes the states, also those of events that are applied again after a rollback.
            let verification = try Verification(of: recording, catalog: catalog)
            return ["entries": .number(JSON.Number(verification.entries))]
        } catch {
            return ["error": .string("\(error)")]
        }
    }
}
