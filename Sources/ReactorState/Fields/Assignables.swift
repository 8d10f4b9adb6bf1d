/// A state that declares which of its members a control may set.
public protocol AssignableState: State {
    /// The members that may be set. A `static let`, so that it is made once.
    static var assignables: Assignables<Self> { get }

    /// The identifier that distinguishes this part from others of its type in one state: a value that is set in the
    /// observable wrapper of one part does not reach the others.
    ///
    /// The text of the id where the type is `Identifiable`, as that of rows is. Nil elsewhere: there is one of it. Two
    /// addresses in one order need a name each:
    ///
    /// ```swift
    /// struct Address: AssignableState {
    ///     let purpose: String
    ///     var street = ""
    ///
    ///     static let street = Assignable("address.street", \Address.street)
    ///     static let assignables = Assignables(street)
    ///     var assignmentPart: String? { purpose }
    ///
    ///     mutating func react(to event: any Event) {
    ///         if assign(event) { return }
    ///     }
    /// }
    /// ```
    ///
    /// It is recorded with the ``Assign``, so it must be the same in every run, and not change while the part lives.
    var assignmentPart: String? { get }
}

extension AssignableState {
    /// Nil: there is one part of this type.
    public var assignmentPart: String? { nil }
}

extension AssignableState where Self: Identifiable {
    /// The text of the id.
    public var assignmentPart: String? { String(describing: id) }
}

extension AssignableState {
    /// Applies an ``Assign`` that names one of this state's members.
    ///
    /// ```swift
    /// struct Draft: AssignableState {
    ///     var text = ""
    ///
    ///     static let text = Assignable("draft.text", \Draft.text)
    ///     static let assignables = Assignables(text)
    ///
    ///     mutating func react(to event: any Event) {
    ///         if assign(event) { return }
    ///         if event is Reset<Draft> { self = Draft() }
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: Whether the event was one of these and for this part, also where its validation refused it. False for
    ///   every other event at the cost of comparing its type.
    public mutating func assign(_ event: any Event) -> Bool {
        guard let event = event.as(Assign.self), let apply = Self.assignables.members[event.name]?.apply,
            event.part == nil || event.part == assignmentPart
        else { return false }
        event.receipt.record(apply(event.value, &self))
        return true
    }
}

/// The members of a state that may be set, by their names.
public struct Assignables<Root>: Sendable {
    struct Member: Sendable {
        let type: any Assign.Value.Type
        let apply: @Sendable (any Assign.Value, inout Root) -> AssignmentOutcome
    }

    private(set) var members: [String: Member] = [:]

    /// These members. The program ends when two have the same name.
    public init<each Value: Assign.Value>(_ assignable: repeat Assignable<Root, each Value>) {
        repeat add(each assignable)
    }

    /// The names, sorted.
    package var names: [String] { members.keys.sorted() }

    /// The type of the value that a name stands for, nil for a name that is not declared here: what is needed to read an
    /// ``Assign`` from a recording.
    package func valueType(of name: String) -> (any Assign.Value.Type)? {
        members[name]?.type
    }

    private mutating func add<Value: Assign.Value>(_ assignable: Assignable<Root, Value>) {
        let member = Member(type: Value.self) { assignable.apply($0, to: &$1) }
        guard members.updateValue(member, forKey: assignable.name) == nil else {
            fatalError(
                """
                \(Root.self).assignables contains the duplicate name "\(assignable.name)". Give each Assignable a unique name: \
                recordings distinguish them by it.
                """)
        }
    }
}
