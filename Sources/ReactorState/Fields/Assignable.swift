/// A property of a state that a control can set, with a stable name.
///
/// ```swift
/// struct Form: AssignableState {
///     var draft = ""
///     var size = 12
///
///     static let draft = Assignable("form.draft", \Form.draft) { String($0.prefix(280)) }
///     static let size = Assignable("form.size", \Form.size) { size, form in
///         guard size > 0 else { throw FormError.sizeMustBePositive }
///         return min(size, 72)
///     }
///     static let assignables = Assignables(draft, size)
///
///     mutating func react(to event: any Event) {
///         if assign(event) { return }
///         if event is Reset<Form> { self = Form() }
///     }
/// }
/// ```
///
/// The validation runs inside `react(to:)` and must be pure. It returns the value to store, which can be a corrected
/// one. If it throws, the property keeps its value, and the control receives the error.
public struct Assignable<Root, Value: Assign.Value>: Sendable {
    /// The stable name, for recordings. Renaming the property in code does not change it.
    public let name: String

    /// The key path of the property.
    package let keyPath: any WritableKeyPath<Root, Value> & Sendable

    /// The place of the declaration.
    package let place: CallSite

    private let validate: @Sendable (Value, Root) throws -> Value

    /// Creates an assignable property that accepts every value.
    public init(
        _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(name, keyPath, fileID: fileID, line: line) { value, _ in value }
    }

    /// Creates an assignable property with a validation. `validate` returns the value to store, or throws to refuse the
    /// value.
    public init(
        _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID,
        line: UInt = #line, validate: @escaping @Sendable (Value) throws -> Value
    ) {
        self.init(name, keyPath, fileID: fileID, line: line) { value, _ in try validate(value) }
    }

    /// Creates an assignable property whose validation also reads the state to which the event is applied.
    public init(
        _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID,
        line: UInt = #line, validate: @escaping @Sendable (Value, Root) throws -> Value
    ) {
        self.name = name
        self.keyPath = keyPath
        place = CallSite(fileID, line)
        self.validate = validate
    }

    /// Returns the event that sets the property, for a test or a command. A control fires it through an `ObservableCore`.
    ///
    /// ```swift
    /// core.fire(event: Form.draft.assigning("milk"))
    /// ```
    ///
    /// - Parameters:
    ///   - value: The new value, before validation.
    ///   - part: The child state that the event is for, if there are several of one type: its
    ///     ``AssignableState/assignmentPart``. The default, nil, means every child state that receives the event.
    public func assigning(_ value: Value, part: String? = nil) -> Assign {
        assigning(value, id: AssignmentID(number: 0), part: part)
    }

    /// Returns the event of an `ObservableCore`, whose assignments have different ids.
    package func assigning(_ value: Value, id: AssignmentID, part: String? = nil) -> Assign {
        Assign(name: name, value: value, id: id, part: part)
    }

    /// Stores the validated value of an event with this name, or refuses it.
    func apply(_ value: any Assign.Value, to root: inout Root) -> AssignmentOutcome {
        guard let value = value as? Value else {
            return .refused(AssignmentMismatch(name: name, expected: "\(Value.self)", found: "\(type(of: value))"))
        }
        do {
            root[keyPath: keyPath] = try validate(value, root)
            return .applied
        } catch {
            return .refused(error)
        }
    }
}

extension Assignable: Hashable {
    /// Returns whether name and key path are equal. The validation and the place are not compared.
    public static func == (left: Assignable, right: Assignable) -> Bool {
        left.name == right.name && left.keyPath == right.keyPath
    }

    /// Hashes name and key path.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(keyPath)
    }
}

/// The error of an ``Assign`` with a value of the wrong type: two properties share a name, or the type of the property
/// has changed since the recording.
struct AssignmentMismatch: Error, Equatable, CustomStringConvertible {
    /// The name of the assignment.
    let name: String
    /// The declared type.
    let expected: String
    /// The type of the value.
    let found: String

    /// The fault, its place, and the fix.
    package var description: String {
        """
        The assignment "\(name)" has a value of type \(found), but the state declares \(expected) for it (type mismatch). Give \
        each Assignable a unique name, and a new name when its type changes.
        """
    }
}
