import ReactorTestSupport

/// Something that happens to a subscription table. Members are named by the number of the operation that adds them.
enum SubscriptionOperation: CustomStringConvertible {
    case attach(Int, subscriber: Int?, Numbers.Choice, everyLimit: Int?, initial: Bool)
    case detach(Int)
    case stop(Int)
    case remove(subscriber: Int)
    case die(subscriber: Int)
    /// An event: those who want every one are notified.
    case change(first: Int, second: Int)
    /// The end of a turn of the core.
    case refresh
    case takePumps
    case turn(Int)
    case settle(Int)
    case finish

    var description: String {
        switch self {
        case .attach(let tag, let subscriber, let choice, let everyLimit, let initial):
            "attach #\(tag) to \(choice)" + (subscriber.map { " for subscriber \($0)" } ?? "")
                + (everyLimit.map { ", every, limit \($0)" } ?? "") + (initial ? "" : ", without the current one")
        case .detach(let tag): "detach #\(tag)"
        case .stop(let tag): "stop #\(tag)"
        case .remove(let subscriber): "remove subscriber \(subscriber)"
        case .die(let subscriber): "subscriber \(subscriber) is released"
        case .change(let first, let second): "change to \(first), \(second)"
        case .refresh: "refresh"
        case .takePumps: "take pumps"
        case .turn(let tag): "#\(tag) turns"
        case .settle(let id): "settle \(id)"
        case .finish: "finish"
        }
    }
}
