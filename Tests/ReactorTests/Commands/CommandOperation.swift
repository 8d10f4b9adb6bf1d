import ReactorTesting

@testable import Reactor

/// An operation on a command table. Commands are named by the number of the operation that launches them, so that a script
/// keeps its meaning when others are left out.
enum CommandOperation: CustomStringConvertible {
    case launch(Int, name: String, CommandOptions, cause: Int?)
    case returned(Int, (any Error)?)
    case debounceEnded(Int)
    case backoffEnded(Int)
    case timedOut(Int)
    case graceEnded(Int)
    case throttleEnded(CommandID)
    case cancel(Int)
    case cancelID(CommandID)
    case cancelOwner(Any.Type)
    case cancelAll
    case reset(Any.Type)
    case close

    var description: String {
        switch self {
        case .launch(let tag, let name, let options, let cause):
            "launch #\(tag) \(name) \(options.summary)" + (cause.map { " caused by #\($0)" } ?? "")
        case .returned(let tag, let error): "body of #\(tag) " + (error.map { "threw \($0)" } ?? "returned")
        case .debounceEnded(let tag): "debounce of #\(tag) ended"
        case .backoffEnded(let tag): "backoff of #\(tag) ended"
        case .timedOut(let tag): "#\(tag) timed out"
        case .graceEnded(let tag): "grace of #\(tag) ended"
        case .throttleEnded(let id): "throttle of \(id) ended"
        case .cancel(let tag): "cancel #\(tag)"
        case .cancelID(let id): "cancel id \(id)"
        case .cancelOwner(let scope): "cancel owner \(scope)"
        case .cancelAll: "cancel all"
        case .reset(let scope): "reset \(scope)"
        case .close: "close"
        }
    }
}

extension CommandOptions {
    fileprivate var summary: String {
        var parts = ["\(policy)"]
        if let id { parts.append("id \(id)") }
        if let max { parts.append("max \(max)") }
        if let owners { parts.append("owners \(owners)") }
        if let timeout { parts.append("timeout \(timeout)") }
        if retry.attempts > 1 { parts.append("attempts \(retry.attempts)") }
        if let debounce { parts.append("debounce \(debounce)") }
        if isTimer { parts.append("timer") }
        if let throttle { parts.append("throttle \(throttle)") }
        return parts.joined(separator: ", ")
    }

    /// Any options, with a preference for interesting ones.
    static func random(_ random: inout SeededRandom) -> CommandOptions {
        let isRetryable: @Sendable (any Error) -> Bool = { if case BodyError.passing = $0 { true } else { false } }
        let scopes: [[Any.Type]] = [[], [ScopeA.self], [ScopeB.self], [ScopeA.self, ScopeB.self]]
        return CommandOptions(
            id: random.chance(75) ? (random.chance(65) ? "a" : "b") : nil,
            policy: random.pick(CommandPolicy.allCases) ?? .parallel,
            max: random.chance(45) ? 1 + random.below(3) : nil,
            owners: random.chance(50) ? random.pick(scopes) : nil,
            timeout: random.chance(25) ? .seconds(10 + random.below(3)) : nil,
            retry: random.chance(25)
                ? .exponential(attempts: 2 + random.below(3), base: .seconds(1), cap: .seconds(3), if: isRetryable)
                : .never,
            debounce: random.chance(12) ? .seconds(20 + random.below(3)) : nil,
            throttle: random.chance(12) ? .seconds(30 + random.below(3)) : nil,
            grace: .seconds(40 + random.below(3)), isTimer: random.chance(20))
    }
}

enum ScopeA {}
enum ScopeB {}
