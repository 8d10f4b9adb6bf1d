// The declarations of SwiftUI that a view file uses, and those that could be mistaken for a name of Reactor, in the same
// shapes, so that it compiles without SwiftUI.

public import Observation

// Without DECLARATIONS, the tests run a part of this. With it, the property wrappers have Apple's isolation and closures, and
// none of it is run.

#if DECLARATIONS
    /// A property that the system sets before it draws a view.
    public protocol DynamicProperty {}

    /// Storage that belongs to a view.
    @propertyWrapper
    public struct State<Value>: DynamicProperty {
        public init(wrappedValue: Value) {}
        public init(initialValue: Value) {}

        public var wrappedValue: Value {
            get { fatalError("read by the system") }
            nonmutating set {}
        }
        public var projectedValue: Binding<Value> { fatalError("made by the system") }
    }

    extension State where Value: ExpressibleByNilLiteral {
        public init() {}
    }

    extension State: Sendable where Value: Sendable {}

    /// Makes bindings to the members of an observable object.
    @propertyWrapper
    @dynamicMemberLookup
    public struct Bindable<Value: AnyObject & Observable> {
        public var wrappedValue: Value
        public var projectedValue: Bindable<Value> { self }

        public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
        public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
        public init(projectedValue: Bindable<Value>) { self = projectedValue }
    }

    extension Bindable {
        public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
            fatalError("made by the system")
        }
    }

    extension Bindable: Sendable where Value: Sendable {}

    /// A value of the environment of a view.
    @propertyWrapper
    public struct Environment<Value>: DynamicProperty {
        public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}

        public var wrappedValue: Value { fatalError("read by the system") }
    }

    extension Environment: Sendable where Value: Sendable {}

    extension Environment {
        /// An object that a view above has put into the environment.
        public init(_ type: Value.Type) where Value: AnyObject & Observable {}
        public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {}
    }

    /// A value that a control reads and sets.
    @propertyWrapper
    @dynamicMemberLookup
    public struct Binding<Value> {
        @preconcurrency
        public init(
            @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
            @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
        ) {}
        public init(projectedValue: Binding<Value>) {}

        public static func constant(_ value: Value) -> Binding<Value> { fatalError("made by the system") }

        public var wrappedValue: Value {
            get { fatalError("read by the system") }
            nonmutating set {}
        }
        public var projectedValue: Binding<Value> { self }
        public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Binding<Member> {
            fatalError("made by the system")
        }
    }

    extension Binding {
        public init<Unwrapped>(_ base: Binding<Unwrapped>) where Value == Unwrapped? {}
        public init?(_ base: Binding<Value?>) { nil }
    }

    extension Binding: @unchecked Sendable where Value: Sendable {}
#else
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
#endif

/// The values that the system puts into the environment.
public struct EnvironmentValues {
    public init() {}

    public var scenePhase: ScenePhase { .active }
}

/// Whether a scene is on the screen.
public enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
}

/// Something on a screen.
@MainActor
@preconcurrency
public protocol View {
    #if DECLARATIONS
        associatedtype Body: View
    #else
        associatedtype Body
    #endif
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
    #if DECLARATIONS
        public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
        public static func buildBlock() -> Several { Several() }
        public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
        public static func buildLimitedAvailability(_ content: some View) -> Several { Several() }
    #else
        public static func buildBlock<Content>(_ content: Content) -> Content { content }
    #endif
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Several { Several() }
    public static func buildEither<First: View, Second: View>(first content: First) -> Either<First, Second> {
        Either()
    }
    public static func buildEither<First: View, Second: View>(second content: Second) -> Either<First, Second> {
        Either()
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

/// One of two views.
public struct Either<First: View, Second: View>: View {
    nonisolated public init() {}

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
