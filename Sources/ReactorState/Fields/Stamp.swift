/// A mark that no other change in this process ever gets.
///
/// A stamped value takes a new stamp whenever it is assigned or modified, so two equal stamps mean one unchanged
/// value, whatever happened in between: resets, rollbacks, undo and decoding bring new stamps or the very stamp of the
/// copy that came back. A counter in the value would repeat after a reset, and a reader that compares it would miss a
/// change.
///
/// A stamp says whether something changed and nothing else. Stamps have no order, are not encoded, and differ from run
/// to run, so `react(to:)` must not look at them.
///
/// Taking one costs a few nanoseconds and never waits for another thread, except once in 65,536 times.
///
/// ```swift
/// let before = state.$entries
/// state.react(to: event)
/// if state.$entries != before { redraw() }
/// ```
public struct Stamp: Hashable, Sendable {
    private let number: UInt64

    /// A new stamp, different from every other one taken in this process.
    public init() {
        number = StampBlock.nextNumber()
    }
}

extension Stamp: CustomStringConvertible {
    /// The same text for every stamp, so that what is printed of a state does not differ from run to run.
    public var description: String { "Stamp" }
}

extension Stamp: CustomReflectable {
    /// Shows nothing, for the reason that ``description`` always says the same.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
