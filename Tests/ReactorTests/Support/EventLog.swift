import Reactor
import ReactorTestSupport

/// Stores every applied event, in order.
final class EventLog: Middleware {
    private let events = Locked<[any Event]>([])

    var all: [any Event] { events.copy }
    var numbers: [Int] { all.compactMap { ($0 as? Noted)?.number } }

    func process(event: any Event, state: Notes) { events.withLock { $0.append(event) } }
}

/// Refuses the numbers that a closure selects, and replaces none.
struct Bouncer: Middleware {
    let refuses: @Sendable (any Event) -> Bool

    func intercept(event: any Event, state: Notes) -> (any Event)? { refuses(event) ? nil : event }
}
