import Reactor

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

/// A log entry of a client. It contains no values of header fields and queries, and no content of bodies.
public struct ServiceLogEntry: Hashable, Sendable {
    /// The severity of an entry.
    public enum Level: Int, Hashable, Comparable, Sendable {
        /// An attempt that is being sent.
        case debug
        /// A response with a status below 400.
        case info
        /// An attempt that failed, will be repeated, or received a status of 400 or above.
        case warning

        /// Whether the left level is less severe.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kinds of entries.
    package enum Event: Hashable, Sendable {
        /// An attempt is being sent, with header fields of these names.
        case sending(request: String, fields: [String])
        /// A response to an attempt arrived.
        case answered(status: Int, after: Duration)
        /// An attempt failed without a response.
        case failed(reason: String, after: Duration)
        /// Another attempt follows after a delay.
        case retrying(after: Duration)
    }

    /// The method of the client.
    public let operation: String
    /// The id of the call.
    public let requestID: String
    /// The number of the attempt, from 1.
    public let attempt: Int
    /// The event.
    package let event: Event

    /// The severity: `.debug` for an attempt, `.info` for a response with a status below 400, and `.warning` for other
    /// responses, failures and retries.
    public var level: Level {
        switch event {
        case .sending: .debug
        case .answered(let status, _): status < 400 ? .info : .warning
        case .failed, .retrying: .warning
        }
    }
}

extension ServiceLogEntry: CustomStringConvertible {
    public var description: String {
        let call = "\(operation) \(TerminalText.escaped(requestID))"
        return switch event {
        case .sending(let request, let fields):
            "\(call): sending \(request) [\(fields.joined(separator: ", "))], attempt \(attempt)"
        case .answered(let status, let after): "\(call): \(status) after \(after), attempt \(attempt)"
        case .failed(let reason, let after): "\(call): \(reason), after \(after), attempt \(attempt)"
        case .retrying(let after): "\(call): another attempt after \(after)"
        }
    }
}

struct LoggingPolicy: ServicePolicy {
    let clock: RuntimeClock
    let logger: ServiceLogger

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        let began = clock.now
        logger.log(
            call.entry(.sending(request: "\(call.request)", fields: call.request.headers.fields.map(\.name))))
        do {
            let response = try await next.send(call)
            logger.log(call.entry(.answered(status: response.status, after: clock.now - began)))
            return response
        } catch {
            logger.log(call.entry(.failed(reason: loggable(error), after: clock.now - began)))
            throw error
        }
    }
}

extension ServiceCall {
    func entry(_ event: ServiceLogEntry.Event) -> ServiceLogEntry {
        ServiceLogEntry(operation: operation, requestID: requestID, attempt: attempt, event: event)
    }
}
