import Reactor

/// How a test framework records what the kit found, at the line of the test's call: ``ReactorTestingTraits`` does it.
package enum TestFailureRecording {
    /// Called when a test core is released and something was not looked at, and when a test is cancelled while it waits.
    /// Without one that is printed.
    @TaskLocal package static var unfinished: (@Sendable (TestFailure) -> Void)?

    /// Says that the calling task was cancelled while it waited, as a test is whose time limit has passed: to the test
    /// framework, or on standard error.
    static func report(_ summary: String, _ site: TestSite) {
        if let unfinished {
            unfinished(TestFailure(summary: summary, difference: nil, site: site))
        } else {
            StandardError.write("Reactor: \(site): \(summary)\n")
        }
    }

    /// What failed and where, without the place in the text; nil for an error that is not the kit's.
    package static func failure(in error: any Error) -> (text: String, site: TestSite)? {
        if let failure = error as? TestFailure { return (failure.text, failure.site) }
        guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *),
            let failure = error as? SimulationFailure
        else { return nil }
        return ("\(failure)", failure.testSite)
    }

    /// Performs a test, and calls `record` with what failed in it, after it, on the caller's actor.
    ///
    /// - Throws: an error that is not the kit's.
    package nonisolated(nonsending) static func perform(
        _ body: nonisolated(nonsending) () async throws -> Void, record: (_ text: String, _ site: TestSite) -> Void
    ) async throws {
        let released = Guarded<[TestFailure]>([])
        defer { for failure in released.withLock({ $0 }) { record(failure.summary, failure.site) } }
        do {
            try await $unfinished.withValue({ failure in released.withLock { $0.append(failure) } }) {
                try await body()
            }
        } catch {
            guard let (text, site) = failure(in: error) else { throw error }
            record(text, site)
        }
    }
}

extension TestSite {
    /// Its file. Of another one than the test's own only the name is known, so it is looked for beside that.
    package func path(besideFile fileID: String, at filePath: String) -> String {
        guard self.fileID != fileID else { return filePath }
        let folder = filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return folder.joined(separator: "/") + "/\(self.fileID.split(separator: "/").last ?? "")"
    }
}

extension TestFailure {
    /// What failed, without the place.
    fileprivate var text: String { difference.map { "\(summary)\n\($0)" } ?? summary }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension SimulationFailure {
    /// The check that failed.
    fileprivate var testSite: TestSite {
        let colon = site.lastIndex(of: ":") ?? site.endIndex
        return TestSite(fileID: String(site[..<colon]), line: UInt(site[colon...].dropFirst()) ?? 1)
    }
}
