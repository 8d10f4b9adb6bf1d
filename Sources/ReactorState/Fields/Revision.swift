/// The version of a value. Each change in this process has a unique revision.
///
/// ```swift
/// let before = state.$entries
/// state.react(to: event)
/// if state.$entries != before { redraw() }
/// ```
///
/// A tracked value receives a new revision when it is assigned or modified, so equal revisions mean that the value is
/// unchanged. After a reset, rollback, undo or decoding, the value has a new revision, or the revision of the restored
/// copy. With a counter in the value instead, numbers would repeat after a reset, and a comparison would miss a change.
///
/// Revisions have no order, are not encoded, and differ from run to run. `react(to:)` must not read them.
///
/// A new revision costs a few nanoseconds, and a lock once in 65,536 times.
public struct Revision: Hashable, Sendable {
    private let number: UInt64

    /// Creates a revision that differs from all others in this process.
    @usableFromInline
    package init() {
        number = RevisionBlock.nextNumber()
    }
}

extension Revision: CustomStringConvertible {
    /// The same text for every revision, so that the printed text of a state is the same in every run.
    public var description: String { "Revision" }
}

extension Revision: CustomReflectable {
    /// A mirror without content, for the same reason as ``description``.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
