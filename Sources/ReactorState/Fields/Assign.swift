/// A control was given a value: what a two-way binding fires.
///
/// An event like any other: it can be refused by a middleware, recorded under the stable ``name``, undone by
/// ``Undoable``. A state applies it with ``AssignableState/assign(_:)``. Made by ``Assignable/assigning(_:id:part:)``.
public struct Assign: Event {
    /// A value that may be assigned: it can be compared, sent and recorded.
    public typealias Value = Codable & Equatable & Sendable

    /// The stable name of the member, as its ``Assignable`` declares it.
    public let name: String

    /// The value as it was set, before any validation.
    public let value: any Value

    /// Distinguishes the assignments of one mirror.
    public let id: AssignmentID

    /// Which of several parts of one type it is for, as ``AssignableState/assignmentPart`` names them; nil for every part
    /// that it is handed to.
    public let part: String?

    /// The receipt, from which the mirror that fired it learns what became of it. A recorded event has one that is not read.
    package let receipt: AssignmentReceipt

    /// An assignment with its own receipt.
    package init(name: String, value: any Value, id: AssignmentID, part: String? = nil) {
        self.init(name: name, value: value, id: id, part: part, receipt: AssignmentReceipt())
    }

    private init(name: String, value: any Value, id: AssignmentID, part: String?, receipt: AssignmentReceipt) {
        self.name = name
        self.value = value
        self.id = id
        self.part = part
        self.receipt = receipt
    }

    /// The same assignment of another value, for a middleware that changes what is assigned: the mirror that fired it learns
    /// what became of this one.
    public func replacingValue(_ value: any Value) -> Assign {
        Assign(name: name, value: value, id: id, part: part, receipt: receipt)
    }
}

extension Assign: Equatable {
    /// Whether name, value, id and part are equal. The receipt is not compared.
    public static func == (left: Assign, right: Assign) -> Bool {
        left.name == right.name && left.id == right.id && left.part == right.part && isEqual(left.value, right.value)
    }

    private static func isEqual<Left: Value>(_ left: Left, _ right: any Value) -> Bool {
        left == right as? Left
    }
}

/// The id of one assignment, counted by the mirror that makes it.
///
/// It is recorded with the event, so it comes from a counter of its maker and not from one of the process: the same
/// session gives the same recording. Nothing in a state depends on it.
public struct AssignmentID: Hashable, Sendable, Codable {
    /// The number itself.
    package let number: UInt64

    /// The id with this number.
    public init(number: UInt64) {
        self.number = number
    }
}

/// The outcome of an ``Assign``.
package enum AssignmentOutcome: Sendable {
    /// No state has claimed it: it is not applied yet, or no state declares its name.
    case unclaimed
    /// A state took it, as it was or as its validation changed it.
    case applied
    /// The state that declares it did not take it, for this reason; or it was refused on its way to the state, and this
    /// is the ``Refusal``.
    case refused(any Error)
}

/// The receipt of an ``Assign``, which contains its outcome.
///
/// A state is a value and cannot notify; this goes along with the event and is written when that is applied. It changes no
/// state, so a replay, where it is not read, is the same without it. When an event is applied again (a refold of
/// predictions) the last word counts.
package final class AssignmentReceipt: Sendable {
    private let state = Guarded<AssignmentOutcome>(.unclaimed)

    /// A receipt of an assignment that no state has claimed.
    init() {}

    /// The outcome until now. Final once everything fired before is applied.
    package var outcome: AssignmentOutcome {
        state.withLock { $0 }
    }

    package func record(_ outcome: AssignmentOutcome) {
        // The one before ends outside of the lock: an error may do anything when it ends.
        var outcome = outcome
        state.withLock { swap(&$0, &outcome) }
    }
}
