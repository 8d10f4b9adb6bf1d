/// The key of a service that commands use through `core.dependencies`.
///
/// ```swift
/// enum WeightServiceKey: DependencyKey {
///     static let liveValue: any WeightService = RemoteWeightService()
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
    /// The value in the program. It is read at each access without an override: store an expensive value in a `static
    /// let`.
    static var liveValue: Value { get }
    /// The value in tests. If it is nil, a test that uses the service without an override stops with the key's name.
    static var testValue: Value? { get }
}

extension DependencyKey {
    public static var testValue: Value? { nil }
}

/// The services of a core, by key. It is a value: an override of one core does not affect other cores.
///
/// ```swift
/// let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = EmbeddedWeightService() })
/// ```
public struct Dependencies: Sendable {
    /// The source of dependencies without an override.
    public enum Context: Sendable {
        /// ``DependencyKey/liveValue``.
        case live
        /// ``DependencyKey/testValue``. If it is nil, the program stops with the key's name.
        case test
    }

    /// The source of values without an override.
    package let context: Context
    private var overrides: [ObjectIdentifier: any Sendable] = [:]

    /// Creates the dependencies of a context, with the values that `override` sets.
    public init(_ context: Context = .live, override: (inout Dependencies) -> Void = { _ in }) {
        self.context = context
        override(&self)
    }

    /// The value for a key: the override, or the value of the context.
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
                        \(name) has no test value. Declare a static var testValue in it, or replace the whole value where the \
                        core is made: Dependencies(.test) { $0[\(name).self] = … }.
                        """)
                }
                return value
            }
        }
        set { overrides[ObjectIdentifier(key)] = newValue }
    }
}
