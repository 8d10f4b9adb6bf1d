// What a view file takes from SwiftUI and what could be mistaken for a name of Reactor, in the same shapes, so that it
// compiles where there is no SwiftUI.

public import Observation

/// Storage that belongs to a view.
@propertyWrapper
public struct State<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
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
    var body: Body { get }
}

/// A line of text that can be edited.
public struct TextField: View {
    public let text: Binding<String>

    public init(text: Binding<String>) { self.text = text }

    public var body: Never { fatalError("drawn by the system") }
}
