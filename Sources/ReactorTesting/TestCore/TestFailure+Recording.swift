import Reactor

extension TestFailureRecording {
    /// What failed and where, without the place in the text; nil for an error that is not the kit's.
    package static func failure(in error: any Error) -> (text: String, site: TestSite)? {
        if let failure = error as? TestFailure { return (failure.text, failure.site) }
        guard let failure = error as? SimulationFailure else { return nil }
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
    /// What failed, without the place.
    fileprivate var text: String { difference.map { "\(summary)\n\($0)" } ?? summary }
}

extension SimulationFailure {
    /// The check that failed.
    fileprivate var testSite: TestSite {
        let colon = site.lastIndex(of: ":") ?? site.endIndex
        return TestSite(fileID: String(site[..<colon]), line: UInt(site[colon...].dropFirst()) ?? 1)
    }
}
