import Reactor

/// Many closures that are notified of a state: by a core, and by a plain loop that stores them in a dictionary.
package enum Listeners {
    /// The number of closures that run for each event.
    private static let looking = 1_000

    /// N subscriptions of a core, each notified of the count.
    package static func subscribe(_ count: Int) async throws {
        let (core, tally) = (Core(state: ManyFields()), Tally())
        var kept: [Subscription] = []
        for _ in 0..<count { kept.append(core.subscribe(to: \.count) { _ in tally.add() }) }
        await core.settled()
        try check(tally.count == count, "\(tally.count) of \(count) were notified.")
        withExtendedLifetime(kept) {}
    }

    /// N listeners of a plain loop, each notified of the count.
    package static func listen(_ count: Int) throws {
        let (loop, tally) = (ListenedLoop(), Tally())
        var kept: [Int] = []
        for _ in 0..<count { kept.append(loop.listen(to: { $0.count }) { _ in tally.add() }) }
        try check(tally.count == count && kept.count == count, "\(tally.count) of \(count) were notified.")
    }

    /// Fires until N selector closures of a core's subscribers have run without a change.
    package static func select(_ count: Int) async throws {
        let (core, watch) = (Core(state: ManyFields()), Watch())
        let kept = (0..<looking).map { _ in Uninterested() }
        for subscriber in kept { core.add(subscriber: subscriber, selector: { $0.a }, initial: false) }
        let told = core.subscribe(to: \.count, initial: false) { [watch] in watch.notify($0) }
        for _ in 0..<count / looking { await watch.wait { core.fire(event: Counted()) } }
        try check(watch.newest == count / looking, "\(watch.newest) of \(count / looking) events were delivered.")
        withExtendedLifetime((kept, told)) {}
    }

    /// Reduces until N selector closures of a plain loop have run without a change.
    package static func look(_ count: Int) throws {
        let (loop, tally) = (ListenedLoop(), Tally())
        for _ in 0..<looking { _ = loop.listen(to: { $0.a }) { _ in tally.add() } }
        for _ in 0..<count / looking { loop.react(to: Counted()) }
        try check(tally.count == looking, "\(tally.count) of \(looking) were notified.")
    }
}

/// A state, and the listeners that are notified when their selection of it has changed.
private final class ListenedLoop {
    private struct Listener {
        let select: (ManyFields) -> Int
        let tell: (Int) -> Void
        var last: Int
    }

    private var state = ManyFields()
    private var listeners: [Int: Listener] = [:]
    private var lastID = 0

    @inline(never)
    func listen(to select: @escaping (ManyFields) -> Int, _ tell: @escaping (Int) -> Void) -> Int {
        lastID += 1
        let listener = Listener(select: select, tell: tell, last: select(state))
        listeners[lastID] = listener
        tell(listener.last)
        return lastID
    }

    @inline(never)
    func react(to event: any Event) {
        state.react(to: event)
        for id in listeners.keys {
            guard let listener = listeners[id] else { continue }
            let now = listener.select(state)
            guard now != listener.last else { continue }
            listeners[id]?.last = now
            listener.tell(now)
        }
    }
}
