/// A member of a state that a control may set, under a name that lasts.
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
/// The validation decides inside `react(to:)`: it returns the value to store, which may be another one, or throws, and
/// then nothing is stored and the control gets the error. Like `react(to:)` it must be pure.
public struct Assignable<Root, Value: Assign.Value>: Sendable {
    /// Its stable name: what recordings call it. Renaming the member in code does not change it.
    public let name: String

    /// The member.
    package let keyPath: any WritableKeyPath<Root, Value> & Sendable

    /// Where it is declared.
    package let place: CallSite

    private let validate: @Sendable (Value, Root) throws -> Value

    /// A member that takes every value.
    public init(
        _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(name, keyPath, fileID: fileID, line: line) { value, _ in value }
    }

    /// A member that takes what `validate` returns of a value, and refuses what it throws at.
    public init(
        _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID,
        line: UInt = #line, validate: @escaping @Sendable (Value) throws -> Value
    ) {
        self.init(name, keyPath, fileID: fileID, line: line) { value, _ in try validate(value) }
    }

    /// A member whose validation looks at the rest of the state as it is when the event is applied.
    public init(
        _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID,
        line: UInt = #line, validate: @escaping @Sendable (Value, Root) throws -> Value
    ) {
        self.name = name
        self.keyPath = keyPath
        place = CallSite(fileID, line)
        self.validate = validate
    }

    /// The event that sets this member.
    ///
    /// - Parameters:
    ///   - value: what the member is set to, before any validation.
    ///   - id: distinguishes the assignments of one mirror.
    ///   - part: which of several parts of this type it is for, as ``AssignableState/assignmentPart`` names them; nil
    ///     for every part that it is handed to.
    public func assigning(_ value: Value, id: AssignmentID, part: String? = nil) -> Assign {
        Assign(name: name, value: value, id: id, part: part)
    }

    /// Stores the value of an event of this name, or refuses it.
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
    /// Whether name and key path are equal. The validation and the place of the declaration are not compared.
    public static func == (left: Assignable, right: Assignable) -> Bool {
        left.name == right.name && left.keyPath == right.keyPath
    }

    /// Hashes name and key path.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(keyPath)
    }
}

/// An ``Assign`` carries a value of another type than its name stands for: two properties share the name, or the
/// property's type changed since the event was recorded.
struct AssignmentMismatch: Error, Equatable, CustomStringConvertible {
    /// The name of the assignment.
    let name: String
    /// The type that the declaration asks for.
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
