/// Which version of a value this is: no other change in this process ever gets the same.
///
/// A tracked value takes a new revision whenever it is assigned or modified, so two equal revisions mean one
/// unchanged value, whatever happened in between. Resets, rollbacks, undo and decoding bring new revisions, or the
/// revision of the copy that is restored. A counter in the value would repeat after a reset, and a reader that
/// compares it would miss a change.
///
/// A revision says whether something changed and nothing else. Revisions have no order, are not encoded, and differ
/// from run to run, so `react(to:)` must not look at them.
///
/// Taking one costs a few nanoseconds and never waits for another thread, except once in 65,536 times.
///
/// ```swift
/// let before = state.$entries
/// state.react(to: event)
/// if state.$entries != before { redraw() }
/// ```
public struct Revision: Hashable, Sendable {
    private let number: UInt64

    /// A new revision, different from every other one taken in this process.
    @usableFromInline
    package init() {
        number = RevisionBlock.nextNumber()
    }
}

extension Revision: CustomStringConvertible {
    /// The same text for every revision, so that the printed text of a state does not differ from run to run.
    public var description: String { "Revision" }
}

extension Revision: CustomReflectable {
    /// Shows nothing, for the reason that ``description`` always says the same.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
