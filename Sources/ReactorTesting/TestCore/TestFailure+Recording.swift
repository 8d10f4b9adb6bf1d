import Reactor

extension TestFailureRecording {
    /// Returns the failure and its place, or nil if the error is not a failure of this module.
    package static func failure(in error: any Error) -> (text: String, site: TestSite)? {
        if let failure = error as? TestFailure { return (failure.text, failure.site) }
        guard let failure = error as? SimulationFailure else { return nil }
        return ("\(failure)", failure.testSite)
    }

    /// Performs a test, and then calls `record` with its failure, on the caller's actor.
    ///
    /// - Throws: An error that is not a failure of this module.
    package nonisolated(nonsending) static func perform(
        _ body: nonisolated(nonsending) () async throws -> Void, record: (_ text: String, _ site: TestSite) -> Void
    ) async throws {
        let released = Guarded<[TestFailure]>([])
        defer { for failure in released.withLock({ $0 }) { record(failure.summary, failure.site) } }
        do {
            try await $unfinished.withValue(Recorder { failure in released.withLock { $0.append(failure) } }) {
                try await body()
            }
        } catch {
            guard let (text, site) = failure(in: error) else { throw error }
            record(text, site)
        }
    }
}

extension TestFailure {
    /// The message without the place.
    fileprivate var text: String { difference.map { "\(summary)\n\($0)" } ?? summary }
}

extension SimulationFailure {
    fileprivate var testSite: TestSite {
        let colon = site.lastIndex(of: ":") ?? site.endIndex
        return TestSite(fileID: String(site[..<colon]), line: UInt(site[colon...].dropFirst()) ?? 1)
    }
}
