import Reactor

/// The recorder through which a test framework reports failures at the line of the test's call. ``ReactorTestingTraits`` sets it.
package enum TestFailureRecording {
    /// The recorder of failures that cannot be thrown: a released test core that was not complete, or a test that was cancelled
    /// while it waited. Without one, the failure is printed.
    @TaskLocal package static var unfinished: Recorder?

    /// A recorder of failures. It is a struct because Swift 6.3 binds a task local whose value is a function with no type in
    /// optimized builds, which ends the process.
    package struct Recorder: Sendable {
        let record: @Sendable (TestFailure) -> Void

        package init(_ record: @escaping @Sendable (TestFailure) -> Void) { self.record = record }
    }

    /// Reports a failure that cannot be thrown, to the test framework or on standard error.
    static func report(_ summary: String, _ site: TestSite, _ recorder: Recorder? = unfinished) {
        if let recorder {
            recorder.record(TestFailure(summary: summary, difference: nil, site: site))
        } else {
            StandardError.write("Reactor: \(site): \(summary)\n")
        }
    }
}
