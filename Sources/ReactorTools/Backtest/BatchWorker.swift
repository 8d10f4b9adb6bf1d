import Reactor
import ReactorRecording

/// A worker that replays one session after another for another program: `check -`.
///
/// It reads a line with a path, with `{"path": name, "file": path}`, or with `{"path": name, "bytes": N}` and then the N bytes of
/// the recording. With `"invariants": false` it continues after a broken invariant. For each it writes one line of JSON before it
/// reads the next. Output of a reducer goes to standard error. The worker crashes when a reducer does. The process that started
/// it then reads the note and starts another one.
struct BatchWorker<StateType: State & Codable> {
    private let check: SessionCheck<Witnessed<StateType>>
    /// The check for a search for a crash, which can come after a broken invariant.
    private let checkOfStates: SessionCheck<Witnessed<StateType>>
    private let reference: SessionReference
    private let line: WorkerLine

    init(
        _ catalog: EventCatalog<StateType>, invariants: [Invariant<StateType>], reference: SessionReference
    ) throws(MinimiseError) {
        let witnessed = catalog.wrapping(in: Witnessed<StateType>.self)
        check = SessionCheck(catalog: witnessed, invariants: invariants.map(\.witnessed))
        checkOfStates = SessionCheck(catalog: witnessed, invariants: [])
        self.reference = reference
        line = try WorkerLine(catalog)
    }

    /// Runs until standard input ends.
    ///
    /// - Parameter clock: The time in milliseconds, or nil to measure nothing.
    func run(clock: (() -> UInt64)? = nil) {
        line.run { line, input in
            let start = clock?()
            let request = line.first == UInt8(ascii: "{") ? try? JSON(parsing: line) : nil
            let path = request?["path"]?.string ?? String(decoding: line, as: UTF8.self)
            if let count = request?["bytes"]?.int {
                guard let bytes = try? input.bytes(count) else { return nil }
                return answer(request, path, start, clock) { try Recording(bytes: bytes, named: path) }
            }
            let file = request?["file"]?.string ?? path
            return answer(request, path, at: file, start, clock) { try RecordingFile(path: file) }
        }
    }

    private func answer(
        _ request: JSON?, _ path: String, at file: String? = nil, _ start: UInt64?, _ clock: (() -> UInt64)?,
        _ read: () throws -> any RecordingSource
    ) -> JSON {
        let check = request?["invariants"] == false ? checkOfStates : check
        var row = check.row(path, at: file, against: reference, reading: read)
        if let start, let clock { row.ms = clock() - start }
        return row.json
    }
}
