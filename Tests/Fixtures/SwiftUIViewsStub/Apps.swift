// More declarations of SwiftUI, with the names, labels, defaults, isolation and string catalog keys that
// developer.apple.com/documentation/swiftui lists. All of them are in iOS 18 and macOS 15, unless they are marked. Type
// parameters of a view that no caller writes are left out.
//
// .ci/docs and .ci/apple compile views against this and SwiftUIStub, in one module that is called SwiftUI. It is not a target,
// because its names would collide with names of the tests.

/// A program with windows.
@MainActor
@preconcurrency
public protocol App {
    associatedtype Body: Scene
    init()
    @SceneBuilder var body: Body { get }
}

extension App {
    public static func main() { fatalError("run by the system") }
}

/// The content of an app.
@MainActor
@preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

/// The previews of a file.
@MainActor
@preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

/// Puts scenes together.
@resultBuilder
public enum SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> SeveralScenes {
        SeveralScenes()
    }
}

/// Several scenes.
public struct SeveralScenes: Scene {
    nonisolated public init() {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A window.
public struct WindowGroup: Scene {
    nonisolated public init<Content: View>(@ViewBuilder content: () -> Content) {}
    nonisolated public init<Content: View>(
        id: String, @ViewBuilder content: () -> Content
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

#if os(macOS)
    /// The settings of an app.
    public struct Settings: Scene {
        nonisolated public init<Content: View>(@ViewBuilder content: () -> Content) {}

        public var body: Never { fatalError("drawn by the system") }
    }
#endif

// MARK: - Menus

/// Groups of menu items.
@MainActor
@preconcurrency
public protocol Commands {
    associatedtype Body: Commands
    @CommandsBuilder var body: Body { get }
}

extension Never: Commands {}

/// Puts menu items together.
@resultBuilder
public enum CommandsBuilder {
    public static func buildExpression<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Commands>(_ content: repeat each Content) -> SeveralCommands {
        SeveralCommands()
    }
}

/// Several groups of menu items.
public struct SeveralCommands: Commands {
    nonisolated public init() {}

    public var body: Never { fatalError("drawn by the system") }
}

extension Scene {
    nonisolated public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> some Scene {
        SeveralScenes()
    }
}

/// Menu items next to a group of the system, or in its place.
public struct CommandGroup: Commands {
    nonisolated public init<Content: View>(
        before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content
    ) {}
    nonisolated public init<Content: View>(
        after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content
    ) {}
    nonisolated public init<Content: View>(
        replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A group of the system's menu items.
public struct CommandGroupPlacement: Sendable {
    public static let newItem = CommandGroupPlacement()
    public static let undoRedo = CommandGroupPlacement()
    public static let appSettings = CommandGroupPlacement()
}

/// A key with modifiers.
public struct KeyEquivalent: ExpressibleByExtendedGraphemeClusterLiteral, Sendable {
    public init(_ character: Character) {}
    public init(extendedGraphemeClusterLiteral value: Character) {}
    public static let defaultAction = KeyEquivalent("\r")
}

/// Modifiers of a key.
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let shift = EventModifiers(rawValue: 2)
    public static let command = EventModifiers(rawValue: 16)
}

extension View {
    nonisolated public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        Several()
    }
}

// MARK: - Values that the system restores

/// A value that the system restores with a window.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
    fileprivate let isMade: Void

    public var wrappedValue: Value {
        get { fatalError("read by the system") }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError("made by the system") }
}

extension SceneStorage {
    public init(wrappedValue: Value, _ key: String) where Value == String { isMade = () }
    public init(wrappedValue: Value, _ key: String) where Value == Bool { isMade = () }
    public init(_ key: String) where Value == String? { isMade = () }
    public init(_ key: String) where Value == Int? { isMade = () }
    public init(_ key: String) where Value == Data? { isMade = () }
}

/// A value in the user's defaults.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    fileprivate let isMade: Void

    public var wrappedValue: Value {
        get { fatalError("read by the system") }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError("made by the system") }
}

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String { isMade = () }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool { isMade = () }
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? { isMade = () }
}

// MARK: - Focus

/// The control that receives the keys.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    @propertyWrapper
    public struct Binding {
        fileprivate let isMade: Void

        public var wrappedValue: Value {
            get { fatalError("read by the system") }
            nonmutating set {}
        }
        public var projectedValue: Binding { self }
    }

    public init() where Value == Bool {}
    public init<Field: Hashable>() where Value == Field? {}

    public var wrappedValue: Value {
        get { fatalError("read by the system") }
        nonmutating set {}
    }
    public var projectedValue: Binding { fatalError("made by the system") }
}

extension View {
    nonisolated public func focused<Value: Hashable>(
        _ binding: FocusState<Value>.Binding, equals value: Value
    ) -> some View { Several() }
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { Several() }
}
