import Reactor

/// How a test framework records what the kit found, at the line of the test's call: ``ReactorTestingTraits`` does it.
package enum TestFailureRecording {
    /// Called when a test core is released and something was not looked at, and when a test is cancelled while it waits.
    /// Without one that is printed.
    @TaskLocal package static var unfinished: Recorder?

    /// Records a failure. A type of its own, since a task local whose value is a function is bound with no type in an optimised
    /// build of Swift 6.3, which ends the process.
    package struct Recorder: Sendable {
        let record: @Sendable (TestFailure) -> Void

        package init(_ record: @escaping @Sendable (TestFailure) -> Void) { self.record = record }
    }

    /// Says that the calling task was cancelled while it waited, as a test is whose time limit has passed: to the test
    /// framework, or on standard error.
    static func report(_ summary: String, _ site: TestSite) {
        if let unfinished {
            unfinished.record(TestFailure(summary: summary, difference: nil, site: site))
        } else {
            StandardError.write("Reactor: \(site): \(summary)\n")
        }
    }
}
