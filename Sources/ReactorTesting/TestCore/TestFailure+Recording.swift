/// Where a test learns what it cannot be thrown: ``ReactorTestingTraits`` sets it.
package enum TestFailureRecording {
    /// Called when a test core is let go of and something was not looked at. Without one that is printed.
    @TaskLocal package static var unfinished: (@Sendable (TestFailure) -> Void)?
}

extension TestFailure {
    /// What failed, without the place.
    package var text: String { difference.map { "\(summary)\n\($0)" } ?? summary }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension SimulationFailure {
    /// The check that failed.
    package var testSite: TestSite {
        let colon = site.lastIndex(of: ":") ?? site.endIndex
        return TestSite(fileID: String(site[..<colon]), line: UInt(site[colon...].dropFirst()) ?? 1)
    }
}
