import Reactor
import ReactorRecording

/// Replays a recorded session, and checks that it gives the states that were seen when it was recorded.
///
/// ```swift
/// import ReactorRecording
///
/// struct Votes: State, Codable {
///     var count = 0
///     mutating func react(to event: any Event) {}
/// }
///
/// let catalog = EventCatalog<Votes>(events: [])
/// try await verify(recording: "login.jsonl", catalog: catalog)
/// ```
///
/// Keep recordings of real sessions beside the tests: a `react(to:)` that was changed without a new version of its events
/// or of its state, or that is not pure, is named with the entry from which it differs. No command, reaction or middleware
/// runs.
///
/// If the recording has no digest that can be compared, because the form of the state has changed or it was never closed, the
/// test fails. Run it with `UPDATE=1` in the environment then: it writes the digests of today's states into the recording.
///
/// - Parameters:
///   - path: a recording, one file or a folder; a path that is not absolute is looked for beside the test's own file.
///   - catalog: what the events are read with.
/// - Throws: ``TestFailure`` when the states differ, when the recording cannot be read, and when nothing in it can be compared.
/// - Complexity: two replays of the recording, in the memory of two states.
@concurrent
public func verify<StateType: State & Codable>(
    recording path: String, catalog: EventCatalog<StateType>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
) async throws {
    let site = TestSite(fileID, line)
    let path = RecordingPath.resolve(path, beside: filePath)
    let verification: Verification
    do throws(ReplayError) {
        if System.environment("UPDATE") == "1" { try RecordingFile.renewDigests(at: path, catalog: catalog) }
        verification = try Verification(of: RecordingFile(path: path), catalog: catalog)
    } catch {
        throw TestFailure(summary: "\(path) cannot be replayed. \(error)", difference: nil, site: site)
    }
    if let finding = verification.finding {
        throw TestFailure(summary: "\(path): \(finding)", difference: nil, site: site)
    }
    guard verification.entries > 0 else {
        throw TestFailure(
            summary: "\(path) contains no entry, so nothing was verified. Record a session first.", difference: nil,
            site: site)
    }
    if case .nothingToCompare(let reason) = verification.outcome {
        throw TestFailure(
            summary:
                "\(path) was replayed, and no state in it was compared. \(reason) Check the replayed state, then run the test "
                + "with UPDATE=1, which writes the digests of the current states into the file.", difference: nil,
            site: site)
    }
}

/// Where a test keeps its recordings.
enum RecordingPath {
    /// The path itself if it is absolute, the one beside the test's file otherwise.
    static func resolve(_ path: String, beside file: StaticString) -> String {
        let file = "\(file)"
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
