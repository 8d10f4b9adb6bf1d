import Reactor

/// What came of playing a trace.
struct Playing: Sendable {
    var text: EditableText
    /// What the subscriber of the length was told last.
    var toldLength: Int?
    /// From the first event fired until the last one was applied and told.
    var duration: Duration
}

/// Told how long the text is, as the status line of an editor would be.
actor LengthSubscriber: Subscriber {
    private(set) var length: Int?

    func update(with length: Int) {
        self.length = length
    }
}

/// Plays a trace event by event through a core with one subscriber.
///
/// Rests now and then until the core has caught up, so that the memory needed does not grow with the trace.
///
/// - Parameter report: told at every rest how many events are done.
/// - Throws: `CancellationError`.
func play(_ trace: Trace, report: (Int) -> Void) async throws -> Playing {
    let core = Core(state: Document(trace.start))
    let subscriber = LengthSubscriber()
    core.add(subscriber: subscriber, selecting: \.text.count)

    let restingDistance = 4096
    let start = ContinuousClock.now
    for (index, edit) in trace.edits.enumerated() {
        if index.isMultiple(of: restingDistance) {
            await core.settled()
            try Task.checkCancellation()
            report(index)
        }
        core.fire(event: edit)
    }
    await core.settled()
    let duration = start.duration(to: .now)

    return Playing(
        text: await core.read { $0.text }, toldLength: await subscriber.length, duration: duration)
}
