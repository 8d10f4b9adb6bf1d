/// A state with properties that controls can set.
public protocol AssignableState: State {
    /// The properties that controls can set. Declare it as a `static let`.
    static var assignables: Assignables<Self> { get }

    /// The name of this child state among others of its type. A value that is set in the observable wrapper of one
    /// child state does not change the others.
    ///
    /// The default is the text of the id for an `Identifiable` type, such as a row, and nil for other types. If a state
    /// contains several values of another type, name each of them:
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
    /// It is recorded with the ``Assign``, so it must be the same in every run, and must not change while the child
    /// state exists.
    var assignmentPart: String? { get }
}

extension AssignableState {
    /// The default for a type with one child state: nil.
    public var assignmentPart: String? { nil }
}

extension AssignableState where Self: Identifiable {
    /// The text of the id.
    public var assignmentPart: String? { String(describing: id) }
}

extension AssignableState {
    /// Applies an ``Assign`` to one of the declared properties.
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
    /// - Returns: Whether the event was an ``Assign`` for one of these properties and this child state, even if the
    ///   validation refused its value. For other events, the cost is a comparison of types.
    public mutating func assign(_ event: any Event) -> Bool {
        guard let event = event.as(Assign.self), let apply = Self.assignables.members[event.name]?.apply,
            event.part == nil || event.part == assignmentPart
        else { return false }
        event.receipt.record(apply(event.value, &self))
        return true
    }
}

/// The properties of a state that controls can set, by name.
public struct Assignables<Root>: Sendable {
    struct Member: Sendable {
        let type: any Assign.Value.Type
        let apply: @Sendable (any Assign.Value, inout Root) -> AssignmentOutcome
    }

    private(set) var members: [String: Member] = [:]

    /// Creates a list of assignable properties. If two have the same name, the program stops.
    public init<each Value: Assign.Value>(_ assignable: repeat Assignable<Root, each Value>) {
        repeat add(each assignable)
    }

    /// The names, sorted.
    package var names: [String] { members.keys.sorted() }

    /// Returns the type of the property with a name, for the decoding of a recorded ``Assign``; nil if the name is not
    /// declared here.
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
