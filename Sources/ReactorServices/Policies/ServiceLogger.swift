/// A closure that receives the log entries of a client, for any logging library.
///
/// ```swift
/// let logger = ServiceLogger { entry in
///     if entry.level >= .warning { print(entry) }
/// }
/// ```
public struct ServiceLogger: Sendable {
    private let write: (@Sendable (ServiceLogEntry) -> Void)?

    /// Creates a logger that passes each entry to `write`, on any thread. The closure must not block.
    public init(_ write: @escaping @Sendable (ServiceLogEntry) -> Void) { self.write = write }

    private init() { write = nil }

    /// A logger that discards all entries.
    public static let off = ServiceLogger()

    func log(_ entry: @autoclosure () -> ServiceLogEntry) { write?(entry()) }
}
