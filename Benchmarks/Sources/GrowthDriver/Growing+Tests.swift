import Explorations
import Reactor
import ReactorTesting
import Workloads

/// Calls that tests make.
extension Growing {
    static let tests = [
        Growing("TestCore.fire(event:)", "events", count: 50) { n, span in
            let core = TestCore(state: Board())
            try await span { for count in 1...n { try await core.fire(event: Raised()) { $0.count = count } } }
            try await core.finish()
        },
        Growing("Exploration.check()", "states", count: 2_000) { n, span in
            try span { _ = try Explored.predicted.explore(states: n) }
        },
        Growing("ManualClock: n sleepers, woken one by one", "sleepers") { n, span in
            let clock = ManualClock()
            let tally = Tally()
            await span {
                let tasks = (1...n).map { second in
                    Task {
                        try await clock.sleep(until: clock.now.advanced(by: .seconds(second)))
                        tally.add()
                    }
                }
                await clock.sleepers(n)
                for task in tasks {
                    clock.advance(by: .seconds(1))
                    _ = await task.result
                }
            }
            try check(tally.count == n, "\(tally.count) woke")
        },
        Growing("SeededRandom.next()", "numbers") { n, span in
            var random = SeededRandom(seed: 1)
            var odd = 0
            span { for _ in 0..<n where random.next() & 1 == 1 { odd += 1 } }
            try check(odd > 0 && odd < n, "\(odd) were odd")
        },
    ]
}
