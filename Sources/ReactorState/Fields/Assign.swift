/// The event of a two-way binding: a control has set the value of a property.
///
/// It is like any other event: a middleware can refuse it, a recording contains it under the stable ``name``, and
/// ``Undoable`` can undo it. A state applies it with ``AssignableState/assign(_:)``.
/// ``Assignable/assigning(_:part:)`` creates it.
public struct Assign: Event {
    /// A value that can be assigned: it can be compared, sent and recorded.
    public typealias Value = Codable & Equatable & Sendable

    /// The stable name of the property, from its ``Assignable``.
    public let name: String

    /// The new value, before validation.
    public let value: any Value

    /// The id, unique among the assignments of one ``ObservableCore``.
    package let id: AssignmentID

    /// The child state that the event is for, if there are several of one type: its ``AssignableState/assignmentPart``.
    /// nil means every child state that receives the event.
    public let part: String?

    /// The receipt, from which the sender reads the outcome. The receipt of a recorded event is not read.
    package let receipt: AssignmentReceipt

    /// Creates an assignment with a new receipt.
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

    /// Returns the same assignment with another value, for a middleware that changes the value.
    ///
    /// ```swift
    /// struct Trimmed: Middleware {
    ///     func intercept(event: any Event, state: Counter) -> (any Event)? {
    ///         guard let assign = event as? Assign, let text = assign.value as? String else { return event }
    ///         return assign.replacingValue(with: String(text.prefix(80)))
    ///     }
    /// }
    /// ```
    ///
    /// The control that sent the assignment receives the outcome of the new value. An assignment from
    /// ``Assignable/assigning(_:part:)`` is another one: the control would not receive an outcome, and the core would
    /// report that no state handled its assignment.
    public func replacingValue(with value: any Value) -> Assign {
        Assign(name: name, value: value, id: id, part: part, receipt: receipt)
    }
}

extension Assign: Equatable {
    /// Returns whether name, value, id and part are equal. The receipt is not compared.
    public static func == (left: Assign, right: Assign) -> Bool {
        left.name == right.name && left.id == right.id && left.part == right.part && isEqual(left.value, right.value)
    }

    private static func isEqual<Left: Value>(_ left: Left, _ right: any Value) -> Bool {
        left == right as? Left
    }
}

/// The id of an assignment, from a counter of its sender.
///
/// It is recorded with the event. The counter belongs to the sender and not to the process, so that equal sessions have
/// equal recordings. No state depends on it.
package struct AssignmentID: Hashable, Sendable, Codable {
    /// The number of the assignment.
    package let number: UInt64

    /// Creates an id with a number.
    package init(number: UInt64) {
        self.number = number
    }
}

/// The outcome of an ``Assign``.
package enum AssignmentOutcome: Sendable {
    /// No state has handled it: it is not applied yet, or no state declares its name.
    case unclaimed
    /// A state has stored the value, or a corrected one.
    case applied
    /// The state that declares it refused the value with this error, or the core refused the event with this
    /// ``Refusal``.
    case refused(any Error)
}

/// The receipt of an ``Assign``, which contains its outcome.
///
/// A state is a value and cannot notify, so the outcome is stored in this object when the event is applied. It changes
/// no state, so a replay, in which it is not read, has the same result. If an event is applied several times, because
/// predictions are replayed, the last outcome counts.
package final class AssignmentReceipt: Sendable {
    private let state = Guarded<AssignmentOutcome>(.unclaimed)

    /// Creates the receipt of an assignment that no state has handled.
    init() {}

    /// The current outcome. It is final after everything fired before is applied.
    package var outcome: AssignmentOutcome {
        state.withLock { $0 }
    }

    package func record(_ outcome: AssignmentOutcome) {
        // The previous outcome is released outside of the lock, because the release of an error can run any code.
        var outcome = outcome
        state.withLock { swap(&$0, &outcome) }
    }
}
