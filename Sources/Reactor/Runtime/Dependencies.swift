/// A service that commands reach through `core.dependencies`.
///
/// ```swift
/// enum WeightServiceKey: DependencyKey {
///     static var liveValue: any WeightService { RemoteWeightService() }
/// }
///
/// extension Dependencies {
///     var weights: any WeightService {
///         get { self[WeightServiceKey.self] }
///         set { self[WeightServiceKey.self] = newValue }
///     }
/// }
/// ```
public protocol DependencyKey: SendableMetatype {
    /// The type of the service.
    associatedtype Value: Sendable
    /// The value that the program uses. Read whenever nothing overrides it: keep what is costly to make in a `static let`.
    static var liveValue: Value { get }
    /// What tests use. Without one, a test that uses the service without overriding it stops with the key's name.
    static var testValue: Value? { get }
}

extension DependencyKey {
    public static var testValue: Value? { nil }
}

/// The services of a core, by key. A value: what one core overrides, no other sees.
///
/// ```swift
/// let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = EmbeddedWeightService() })
/// ```
public struct Dependencies: Sendable {
    /// The source of dependencies without an override.
    public enum Context: Sendable {
        /// From ``DependencyKey/liveValue``.
        case live
        /// From ``DependencyKey/testValue``; its absence stops the program with the key's name.
        case test
    }

    /// Where the values come from that nothing overrides.
    package let context: Context
    private var overrides: [ObjectIdentifier: any Sendable] = [:]

    /// The dependencies of a context, with the values that `override` sets.
    public init(_ context: Context = .live, override: (inout Dependencies) -> Void = { _ in }) {
        self.context = context
        override(&self)
    }

    /// The value for a key: the override, or that of the context.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get {
            if let value = overrides[ObjectIdentifier(key)] as? Key.Value { return value }
            switch context {
            case .live: return Key.liveValue
            case .test:
                guard let value = Key.testValue else {
                    let name = String(reflecting: key)
                    fatalError(
                        """
                        \(name) has no test value. Declare a static var testValue in it, or override it where the core is \
                        made: Dependencies(.test) { $0[\(name).self] = … }.
                        """)
                }
                return value
            }
        }
        set { overrides[ObjectIdentifier(key)] = newValue }
    }
}
