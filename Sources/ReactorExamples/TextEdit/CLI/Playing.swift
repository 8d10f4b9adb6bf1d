import Reactor

/// What came of playing a trace.
struct Playing: Sendable {
    var text: EditableText
    /// What the subscriber of the length was told last.
    var toldLength: Int?
    /// How many steps were taken back and brought again.
    var undone = 0
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
/// - Parameters:
///   - undoDistance: after so many events each, the document takes as many steps back and brings them again. Nil plays
///     a document without a history.
///   - report: told at every rest how many events are done.
/// - Throws: `CancellationError`.
func play(_ trace: Trace, undoEvery undoDistance: Int? = nil, report: (Int) -> Void) async throws -> Playing {
    let document = Document(trace.start)
    guard let undoDistance else {
        let core = Core(state: document)
        return try await play(trace, through: core, text: \.text, length: \.text.count, report: report) { _ in }
    }
    let core = Core(state: Undoable(document))
    var undone = 0
    var playing = try await play(
        trace, through: core, text: \.document.text, length: \.document.text.count, report: report
    ) { count in
        guard count.isMultiple(of: undoDistance) else { return }
        undone += await core.takeBack(undoDistance)
        await core.bringAgain()
    }
    playing.undone = undone
    return playing
}

/// Plays a trace through any core that holds the text somewhere.
///
/// - Parameter afterEach: told after each event how many were fired.
/// - Throws: `CancellationError`.
func play<StateType: State>(
    _ trace: Trace, through core: Core<StateType>, text: any KeyPath<StateType, EditableText> & Sendable,
    length: any KeyPath<StateType, Int> & Sendable, report: (Int) -> Void, afterEach: (Int) async -> Void
) async throws -> Playing {
    let subscriber = LengthSubscriber()
    core.add(subscriber: subscriber, selecting: length)

    let restingDistance = 4096
    let start = ContinuousClock.now
    for (index, edit) in trace.edits.enumerated() {
        if index.isMultiple(of: restingDistance) {
            await core.settled()
            try Task.checkCancellation()
            report(index)
        }
        core.fire(event: edit)
        await afterEach(index + 1)
    }
    await core.settled()
    let duration = start.duration(to: .now)

    return Playing(
        text: await core.state[keyPath: text], toldLength: await subscriber.length, duration: duration)
}
