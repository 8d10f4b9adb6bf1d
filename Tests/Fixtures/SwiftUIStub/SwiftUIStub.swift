// The declarations of SwiftUI that a view file uses, and those that could be mistaken for a name of Reactor, in the same
// shapes, so that it compiles without SwiftUI.

public import Observation

/// Storage that belongs to a view.
@propertyWrapper
public struct State<Value> {
    private final class Storage {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private let storage: Storage

    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.value = newValue }
    }

    @MainActor public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

/// Makes bindings to the members of an observable object.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: Observable & AnyObject> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public var projectedValue: Bindable<Value> { self }

    public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding(get: { wrappedValue[keyPath: member] }, set: { wrappedValue[keyPath: member] = $0 })
    }
}

/// A value of the environment of a view.
@MainActor
@propertyWrapper
public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}

    public var wrappedValue: Value { fatalError("read by the system") }
}

extension Environment where Value: Observable & AnyObject {
    /// An object that a view above has put into the environment.
    public init(_ type: Value.Type) {}
}

/// The values that the system puts into the environment.
public struct EnvironmentValues {
    public var scenePhase: ScenePhase { .active }
}

/// Whether a scene is on the screen.
public enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
}

/// A value that a control reads and sets.
@MainActor
@propertyWrapper
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
}

/// Something on a screen.
@MainActor
public protocol View {
    associatedtype Body
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("drawn by the system") }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("drawn by the system") }
}

/// Puts views together.
@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<Content>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Several { Several() }
    public static func buildEither<First, Second>(first content: First) -> Either<First, Second> { Either() }
    public static func buildEither<First, Second>(second content: Second) -> Either<First, Second> { Either() }
    public static func buildIf<Content>(_ content: Content?) -> Content? { content }
}

/// One of two views.
public struct Either<First, Second>: View {
    public var body: Never { fatalError("drawn by the system") }
}

/// Several views.
public struct Several: View {
    nonisolated public init() {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A line of text that can be edited.
public struct TextField: View {
    public let text: Binding<String>

    public init(text: Binding<String>) { self.text = text }

    public var body: Never { fatalError("drawn by the system") }
}
