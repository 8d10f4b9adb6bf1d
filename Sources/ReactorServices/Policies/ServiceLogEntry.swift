/// One thing that a client did. It holds no header value, no value of a query and nothing of a body.
public struct ServiceLogEntry: Hashable, Sendable {
    /// How much it matters.
    public enum Level: Int, Hashable, Comparable, Sendable {
        /// An attempt is sent.
        case debug
        /// The service answered with a status below 400.
        case info
        /// An attempt failed, is made again, or was answered with a status from 400 on.
        case warning

        /// What matters less is less.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What was done.
    public enum Event: Hashable, Sendable {
        /// An attempt is sent, with the fields of this name.
        case sending(request: String, fields: [String])
        /// The service answered an attempt.
        case answered(status: Int, after: Duration)
        /// An attempt had no answer.
        case failed(reason: String, after: Duration)
        /// Another attempt will be made.
        case retrying(after: Duration)
    }

    /// The method of the client.
    public let operation: String
    /// The call.
    public let requestID: String
    /// Which attempt of the call, counted from 1.
    public let attempt: Int
    /// What was done.
    public let event: Event

    /// An attempt is `.debug`, an answer below 400 `.info`; an answer from 400 on, a failure and a retry are `.warning`.
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
