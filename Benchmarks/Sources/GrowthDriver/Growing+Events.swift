import Reactor
import Workloads

/// Firing, waiting, reading.
extension Growing {
    static let events = [
        Growing("fire(event:), then settled() once", "events") { n, span in
            let core = Core(state: Board())
            await span {
                for _ in 0..<n { core.fire(event: Raised()) }
                await core.settled()
            }
            try check(await core.state.count == n, "not all were applied")
        },
        Growing("fire(event:) and settled() by turns", "events") { n, span in
            let core = Core(state: Board())
            await span {
                for _ in 0..<n {
                    core.fire(event: Raised())
                    await core.settled()
                }
            }
            try check(await core.state.count == n, "not all were applied")
        },
        Growing("fire(events:)", "events of one group") { n, span in
            let core = Core(state: Board())
            let events: [any Event] = Array(repeating: Raised(), count: n)
            await span {
                core.fire(events: events)
                await core.settled()
            }
            try check(await core.state.count == n, "not all were applied")
        },
        Growing("fireWithBackpressure(event:)", "events") { n, span in
            let core = Core(state: Board())
            await span {
                for _ in 0..<n { await core.fireWithBackpressure(event: Raised()) }
                await core.settled()
            }
            try check(await core.state.count == n, "not all were applied")
        },
        Growing("read(_:)", "reads") { n, span in
            let core = Core(state: Board())
            var sum = 0
            await span { for _ in 0..<n { sum += await core.read { $0.count + 1 } } }
            try check(sum == n, "not all were read")
        },
        Growing("state", "rows in it, and reads") { n, span in
            let core = Core(state: Board(rows: n))
            var sum = 0
            await span { for _ in 0..<n { sum += await core.state.rows.count } }
            try check(sum == n * n, "not all were read")
        },
        Growing("counts, waitingEvents", "reads") { n, span in
            let core = Core(state: Board())
            for _ in 0..<n { core.fire(event: Raised()) }
            await core.settled()
            var sum = 0
            await span { for _ in 0..<n { sum += await core.counts.applied + core.waitingEvents } }
            try check(sum == n * n, "not all were counted")
        },
        Growing("dependencies[]", "reads") { n, span in
            let core = Core(state: Board())
            var sum = 0
            span { for _ in 0..<n { sum += core.dependencies[Step.self] } }
            try check(sum == n, "not all were read")
        },
        Growing("fire(event:) that makes a row", "rows") { n, span in
            let core = Core(state: Board())
            await span {
                for id in 0..<n { core.fire(event: RowAdded(id: id)) }
                await core.settled()
            }
            try check(await core.state.rows.count == n, "not all were applied")
        },
        Growing("fire(event:) with a reducer per row", "rows") { n, span in
            let core = Core(state: Board(rows: n))
            await span {
                for id in 0..<n { core.fire(event: RowRaised(id: id)) }
                await core.settled()
            }
            try check(await core.state.rows.allSatisfy { $0.value == 1 }, "not all were applied")
        },
    ]

    private enum Step: DependencyKey {
        static var liveValue: Int { 1 }
    }
}
