import Reactor
import ReactorRecording

/// Replays one session after the other for another program: `check -`.
///
/// It reads a line: a path; or `{"path": name, "file": path}`; or `{"path": name, "bytes": N}` and then the N bytes of the
/// recording. With `"invariants": false` it goes on where an invariant is broken. It writes exactly one line of JSON for each, before it reads the next; what a reducer prints goes to standard
/// error. It dies when a reducer does; whoever started it sees that, reads the note, and starts another.
struct BatchWorker<StateType: State & Codable> {
    private let check: SessionCheck<Witnessed<StateType>>
    /// The same for a search for a crash, which may follow on a broken invariant.
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

    /// Works until standard input ends.
    ///
    /// - Parameter clock: the milliseconds since some time; nil measures nothing.
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
