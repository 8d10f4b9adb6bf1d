/// An editing session, keystroke by keystroke: the text it began with, every edit, and the text it led to.
///
/// In the form of Joseph Gentle's `josephg/editing-traces`: transactions of patches `[position, deleted, "inserted"]`.
struct Trace: Equatable, Sendable {
    let start: String
    let end: String
    /// The patches of all transactions, in order. Each one fits the text that those before it have left.
    let edits: [Edited]
    let transactionCount: Int
}

/// Where something stands in a trace: both are counted from 1.
struct TracePlace: Equatable, Sendable, CustomStringConvertible {
    var transaction: Int
    var patch: Int?

    var description: String {
        patch.map { "transaction \(transaction), patch \($0)" } ?? "transaction \(transaction)"
    }
}
