import Reactor
import ReactorRecording

/// Replays one session after the other for another program: `backtest --stdin`.
///
/// It reads a line: a path; or `{"path": name, "file": path}`; or `{"path": name, "bytes": N}` and then the N bytes of the
/// recording. It writes exactly one line of JSON for each, before it reads the next; what a reducer prints goes to standard
/// error. It dies when a reducer does; whoever started it sees that, reads the note, and starts another.
struct BatchWorker<StateType: State & Codable> {
    private let check: SessionCheck<Witnessed<StateType>>
    private let reference: SessionReference
    private let line: WorkerLine

    init(
        _ catalog: EventCatalog<StateType>, invariants: [Invariant<StateType>], reference: SessionReference,
        note: String?
    ) throws(MinimiseError) {
        check = SessionCheck(
            catalog: catalog.wrapping(in: Witnessed<StateType>.self), invariants: invariants.map(\.witnessed))
        self.reference = reference
        line = try WorkerLine(catalog, note: note)
    }

    /// Works until standard input ends.
    ///
    /// - Parameter clock: the milliseconds since some time; nil measures nothing.
    func run(clock: (() -> UInt64)? = nil) {
        line.run { line, input in
            let start = clock?()
            let request = line.first == UInt8(ascii: "{") ? try? JSON(parsing: line) : nil
            let path = request?["path"]?.string ?? String(decoding: line, as: UTF8.self)
            if let count = request?["bytes"]?.int {
                guard let bytes = input.read(count) else { return nil }
                return answer(path, start, clock) { try Recording(bytes: bytes, named: path) }
            }
            let file = request?["file"]?.string ?? path
            return answer(path, at: file, start, clock) { try RecordingFile(path: file) }
        }
    }

    private func answer(
        _ path: String, at file: String? = nil, _ start: UInt64?, _ clock: (() -> UInt64)?,
        _ read: () throws -> any RecordingSource
    ) -> JSON {
        var row = check.row(path, at: file, against: reference, reading: read)
        if let start, let clock { row.ms = clock() - start }
        return row.json
    }
}
