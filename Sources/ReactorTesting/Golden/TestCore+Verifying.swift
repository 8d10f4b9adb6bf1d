import Reactor
import ReactorRecording

extension TestCore where StateType: Codable {
    /// Replays a recorded session, and compares its states with the states that were recorded.
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
    /// try await TestCore.verify(recording: "login.jsonl", catalog: catalog)
    /// ```
    ///
    /// Keep recordings of real sessions next to the tests. The failure names the first entry whose state differs, for example after
    /// `react(to:)` was changed without a new version of its events or state, or if it is not pure. Commands, reactions and
    /// middlewares do not run.
    ///
    /// The test fails if the recording has no digest that can be compared, because the form of the state has changed or the recording
    /// was never closed. Run the test with `UPDATE=1` in the environment to write the digests of the current states into the
    /// recording.
    ///
    /// - Parameters:
    ///   - path: A recording, as a file or a folder. A relative path starts at the folder of the test's file.
    ///   - catalog: The catalog that decodes the events.
    /// - Throws: ``TestFailure`` if the states differ, the recording cannot be read, or nothing in it can be compared.
    /// - Complexity: Two replays of the recording, with two states in memory.
    @concurrent
    public static func verify(
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
}

/// The paths of recordings in a test.
enum RecordingPath {
    /// Returns the path itself if it is absolute, and a path in the folder of the test's file otherwise.
    static func resolve(_ path: String, beside file: StaticString) -> String {
        let file = "\(file)"
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return file[...slash] + path
    }
}
