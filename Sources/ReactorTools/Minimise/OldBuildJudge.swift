import Reactor
import ReactorRecording

/// Finds the first entry after which this build comes to another state than an old one, whose tool replays each recording
/// as well.
///
/// A difference is known by its place in the state: a shorter recording that differs elsewhere has another cause.
final class OldBuildJudge<StateType: State & Codable> {
    /// Where in the state the first difference is; nil while there was none.
    private(set) var place: String?
    private let worker: WorkerProcess
    private let check: SessionCheck<StateType>

    /// - Parameters:
    ///   - command: the tool of the old build, up to the word `states`.
    ///   - folder: where the old tool notes what it is about to do, in a file of its own.
    ///   - catalog: what this build reads the recordings with.
    /// - Throws: ``MinimiseError/worker(program:reason:)``.
    init(
        _ command: WorkerCommand, notes folder: String = "/tmp", limit: Duration = .seconds(30),
        catalog: EventCatalog<StateType>
    ) throws(MinimiseError) {
        var command = command
        command.arguments += ["states"]
        worker = try WorkerProcess(command, notes: folder, limit: limit)
        check = SessionCheck(catalog: catalog, invariants: [])
    }

    /// Replays a recording in both.
    func judge(_ draft: RecordingDraft) throws -> UInt64? {
        try Task.checkCancellation()
        guard let states = try states(of: draft), states.obstacle == nil else { return nil }
        let row = check.row("candidate", against: .states(states)) { draft }
        guard row.status == .differs, let seq = row.seq, seq > draft.header.from else { return nil }
        if place == nil { place = row.pathInState }
        return row.pathInState == place ? seq : nil
    }

    /// The state that the old build comes to, as JSON.
    func end(of draft: RecordingDraft) throws -> JSON? { try states(of: draft)?.end }

    private func states(of draft: RecordingDraft) throws -> RecordedStates? {
        try worker.ask("candidate", draft.bytes())
        switch try worker.answer() {
        case .line(let line): return (try? JSON(parsing: line)).flatMap(RecordedStates.init)
        // The old build died, or did not return, which is not the difference that is looked for.
        case .died, .hung: return nil
        case .ended(let code):
            throw MinimiseError.worker(program: "The old build", reason: "It ended with the code \(code).")
        }
    }
}
