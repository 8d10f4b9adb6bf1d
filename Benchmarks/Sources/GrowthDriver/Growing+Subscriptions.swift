import Reactor
import Workloads

/// Subscriptions, notifications, and the cost of an event that notifies no subscriber.
extension Growing {
    static let subscriptions = [
        Growing("subscribe(to:)", "subscriptions") { n, span in
            let core = Core(state: Board())
            let tally = Tally()
            var kept: [Subscription] = []
            kept.reserveCapacity(n)
            await span {
                for _ in 0..<n { kept.append(core.subscribe(to: \.count) { _ in tally.add() }) }
                await core.settled()
            }
            try check(tally.count == n, "\(tally.count) were notified")
            withExtendedLifetime(kept) {}
        },
        Growing("subscribe(to:), each to one more Derived", "subscriptions") { n, span in
            let core = Core(state: Board())
            let tally = Tally()
            var kept: [Subscription] = []
            kept.reserveCapacity(n)
            await span {
                for index in 0..<n {
                    kept.append(core.subscribe(to: Derived(\.count) { $0 + index }) { _ in tally.add() })
                }
                await core.settled()
            }
            try check(tally.count == n, "\(tally.count) were notified")
            withExtendedLifetime(kept) {}
        },
        Growing("Subscription.cancel(), the newest first", "subscriptions") { n, span in
            let core = Core(state: Board())
            var kept = (0..<n).map { _ in
                core.subscribe(to: \.count, initial: false) { _ in preconditionFailure("cancelled") }
            }
            await core.settled()
            await span {
                while let last = kept.popLast() { last.cancel() }
                await core.settled()
            }
            core.fire(event: Raised())
            await core.settled()
        },
        Growing("Subscription.cancel(), the oldest first", "subscriptions") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in
                core.subscribe(to: \.count, initial: false) { _ in preconditionFailure("cancelled") }
            }
            await core.settled()
            await span {
                for subscription in kept { subscription.cancel() }
                await core.settled()
            }
            core.fire(event: Raised())
            await core.settled()
        },
        Growing("add(subscriber:) and remove(subscriber:)", "subscribers") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in Uninterested() }
            await span {
                for subscriber in kept { core.add(subscriber: subscriber, selecting: \.count, initial: false) }
                await core.settled()
                for subscriber in kept { core.remove(subscriber: subscriber) }
                await core.settled()
            }
            core.fire(event: Raised())
            await core.settled()
        },
        Growing("a change that notifies n of one key path", "notified subscriptions") { n, span in
            try await notifying(n, span) { core, tally in
                core.subscribe(to: \.count, initial: false) { _ in tally.add() }
            }
        },
        Growing("a change that notifies n, every value", "notified subscriptions") { n, span in
            try await notifying(n, span) { core, tally in
                core.subscribe(to: \.count, delivery: .every, initial: false) { _ in tally.add() }
            }
        },
        Growing("fire(event:) with n subscriptions to another key path", "events and subscriptions") { n, span in
            try await unheard(n, span) { core, _ in
                core.subscribe(to: \.quiet, initial: false) { _ in preconditionFailure() }
            }
        },
        Growing("fire(event:) with n Derived of another input", "events and subscriptions") { n, span in
            try await unheard(n, span) { core, index in
                core.subscribe(to: Derived(\.quiet) { $0 + index }, initial: false) { _ in preconditionFailure() }
            }
        },
        Growing("fire(event:) with n Derived of another input, one by one", "events and subscriptions") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { index in
                core.subscribe(to: Derived(\.quiet) { $0 + index }, initial: false) { _ in preconditionFailure() }
            }
            await core.settled()
            await span {
                for _ in 0..<n {
                    core.fire(event: Raised())
                    await core.settled()
                }
            }
            try check(await core.read { $0.count } == n, "not all were applied")
            withExtendedLifetime(kept) {}
        },
        Growing("fire(event:) with n Derived of the changed input", "events and subscriptions") { n, span in
            try await unheard(n, span) { core, index in
                core.subscribe(to: Derived(\.count) { $0 > 1_000_000 + index }, initial: false) { _ in
                    preconditionFailure()
                }
            }
        },
        Growing("fire(event:) with n row subscriptions to other rows", "events and rows") { n, span in
            try await unheard(n, span) { core, index in
                core.subscribe(to: .row(\.rows, id: index), initial: false) { _ in preconditionFailure() }
            }
        },
        Growing("fire(event:) that changes a row with n subscribed rows", "events and rows") { n, span in
            let core = Core(state: Board(rows: n))
            let tally = Tally()
            let kept = (0..<n).map { id in core.subscribe(to: .row(\.rows, id: id), initial: false) { _ in tally.add() }
            }
            await core.settled()
            await span {
                for id in 0..<n {
                    core.fire(event: RowRaised(id: id))
                    await core.settled()
                }
            }
            try check(tally.count == n, "\(tally.count) were notified")
            withExtendedLifetime(kept) {}
        },
        Growing("an event that changes n subscribed rows", "rows") { n, span in
            let core = Core(state: Board(rows: n))
            let tally = Tally()
            let kept = (0..<n).map { id in core.subscribe(to: .row(\.rows, id: id), initial: false) { _ in tally.add() }
            }
            await core.settled()
            await span {
                core.fire(event: RowsRaised(ids: Array(0..<n)))
                await core.settled()
            }
            try check(tally.count == n, "\(tally.count) were notified")
            withExtendedLifetime(kept) {}
        },
        Growing("subscribe(to: .row)", "rows and subscriptions") { n, span in
            let core = Core(state: Board(rows: n))
            let tally = Tally()
            var kept: [Subscription] = []
            kept.reserveCapacity(n)
            await span {
                for id in 0..<n { kept.append(core.subscribe(to: .row(\.rows, id: id)) { _ in tally.add() }) }
                await core.settled()
            }
            try check(tally.count == n, "\(tally.count) were notified")
            withExtendedLifetime(kept) {}
        },
        Growing("Derived.changes, one row changed by each event", "events and rows") { n, span in
            let core = Core(state: Board(rows: n))
            let tally = Tally()
            let kept = core.subscribe(to: .changes(of: \.rows), delivery: .every, initial: false) { _ in tally.add() }
            await core.settled()
            await span {
                for id in 0..<n {
                    core.fire(event: RowRaised(id: id))
                    await core.settled()
                }
            }
            try check(tally.count == n, "\(tally.count) were notified")
            withExtendedLifetime(kept) {}
        },
        Growing("Derived.order, unchanged", "events and rows") { n, span in
            let core = Core(state: Board(rows: n))
            let kept = core.subscribe(to: .order(of: \.rows), initial: false) { _ in preconditionFailure() }
            await core.settled()
            await span {
                for id in 0..<n {
                    core.fire(event: RowRaised(id: id))
                    await core.settled()
                }
            }
            withExtendedLifetime(kept) {}
        },
        Growing("updates(of:) and its first value", "sequences") { n, span in
            let core = Core(state: Board())
            var kept: [UpdateSequence<Int>.Iterator] = []
            kept.reserveCapacity(n)
            var got = 0
            await span {
                for _ in 0..<n {
                    var updates = core.updates(of: \.count).makeAsyncIterator()
                    if await updates.next() == 0 { got += 1 }
                    kept.append(updates)
                }
            }
            try check(got == n, "\(got) got a value")
        },
        Growing("updates(of:), every value", "values") { n, span in
            let core = Core(state: Board())
            let updates = core.updates(of: \.count, delivery: .every(limit: .max), initial: false)
            let last = await span {
                var last = 0
                var iterator = updates.makeAsyncIterator()
                await core.settled()
                for _ in 0..<n { core.fire(event: Raised()) }
                for _ in 0..<n { last = await iterator.next() ?? 0 }
                return last
            }
            try check(last == n, "the last value is \(last)")
        },
    ]

    /// One change, of which n are to know.
    private static func notifying(
        _ n: Int, _ span: Span, _ subscribe: (Core<Board>, Tally) -> Subscription
    ) async throws {
        let core = Core(state: Board())
        let tally = Tally()
        let kept = (0..<n).map { _ in subscribe(core, tally) }
        await core.settled()
        await span {
            core.fire(event: Raised())
            await core.settled()
        }
        try check(tally.count == n, "\(tally.count) were notified")
        withExtendedLifetime(kept) {}
    }

    /// n changes that do not concern n other subscribers.
    private static func unheard(
        _ n: Int, _ span: Span, _ subscribe: (Core<Board>, Int) -> Subscription
    ) async throws {
        let core = Core(state: Board(rows: n))
        let kept = (0..<n).map { subscribe(core, $0) }
        await core.settled()
        await span {
            for _ in 0..<n { core.fire(event: Raised()) }
            await core.settled()
        }
        try check(await core.read { $0.count } == n, "not all were applied")
        withExtendedLifetime(kept) {}
    }
}
