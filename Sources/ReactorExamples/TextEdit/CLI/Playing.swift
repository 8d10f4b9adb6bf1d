/// What came of playing a trace.
struct Playing: Sendable {
    var text: EditableText
    /// From the first event fired to the last one applied.
    var duration: Duration
}

/// How many events go between two looks at the clock and at the wish to stop.
private let stride = 1024

/// Plays a trace event by event.
///
/// - Parameter report: told now and then how many events are done.
/// - Throws: `CancellationError`.
func play(_ trace: Trace, report: (Int) -> Void) async throws -> Playing {
    var document = Document(trace.start)
    let start = ContinuousClock.now
    for (index, edit) in trace.edits.enumerated() {
        if index.isMultiple(of: stride) {
            try Task.checkCancellation()
            report(index)
        }
        document.react(to: edit)
    }
    return Playing(text: document.text, duration: start.duration(to: .now))
}
