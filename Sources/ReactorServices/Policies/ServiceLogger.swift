/// Where a client writes what it does: a closure, so that it suits whatever logging an app has.
///
/// ```swift
/// let logger = ServiceLogger { entry in
///     if entry.level >= .warning { print(entry) }
/// }
/// ```
public struct ServiceLogger: Sendable {
    private let write: (@Sendable (ServiceLogEntry) -> Void)?

    /// Gives each entry to `write`. Called from any thread; must not block.
    public init(_ write: @escaping @Sendable (ServiceLogEntry) -> Void) { self.write = write }

    private init() { write = nil }

    /// Nowhere.
    public static let off = ServiceLogger()

    func log(_ entry: @autoclosure () -> ServiceLogEntry) { write?(entry()) }
}
