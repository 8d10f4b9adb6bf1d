import Reactor
import Workloads

/// Cores for child states.
extension Growing {
    static let parts = [
        Growing("scope(to:) a member, and an event through it", "parts") { n, span in
            let core = Core(state: Board())
            await span {
                for _ in 0..<n { core.scope(to: \.member).fire(event: MemberRaised()) }
                await core.settled()
            }
            try check(await core.state.member.value == n, "not all were applied")
        },
        Growing("scope(to:id:) and an event through it", "rows and parts") { n, span in
            let core = Core(state: Board(rows: n))
            await span {
                for id in 0..<n { part(core, id).fire(event: RowRaised(id: id)) }
                await core.settled()
            }
            try check(await core.state.rows.allSatisfy { $0.value == 1 }, "not all were applied")
        },
        Growing("scope(to:id:) and subscribe(to:)", "rows and parts") { n, span in
            let (core, tally) = (Core(state: Board(rows: n)), Tally())
            var kept: [Subscription] = []
            kept.reserveCapacity(n)
            await span {
                for id in 0..<n { kept.append(part(core, id).subscribe(to: \.value) { _ in tally.add() }) }
                await core.settled()
            }
            try check(tally.count == n, "\(tally.count) were notified")
            withExtendedLifetime(kept) {}
        },
        Growing("fire(event:) with n subscriptions in parts of other rows", "events and rows") { n, span in
            let core = Core(state: Board(rows: n))
            let kept = (0..<n).map { id in
                part(core, id).subscribe(to: \.value, initial: false) { _ in preconditionFailure() }
            }
            await core.settled()
            await span {
                for _ in 0..<n { core.fire(event: Raised()) }
                await core.settled()
            }
            try check(await core.state.count == n, "not all were applied")
            withExtendedLifetime(kept) {}
        },
        Growing("fire(event:) that changes a row with n subscriptions in parts", "events and rows") { n, span in
            let (core, tally) = (Core(state: Board(rows: n)), Tally())
            let kept = (0..<n).map { id in part(core, id).subscribe(to: \.value, initial: false) { _ in tally.add() } }
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
        Growing("fire(event:) with n subscriptions in parts of a member", "events and parts") { n, span in
            let core = Core(state: Board())
            let kept = (0..<n).map { _ in
                core.scope(to: \.member).subscribe(to: \.value, initial: false) { _ in preconditionFailure() }
            }
            await core.settled()
            await span {
                for _ in 0..<n { core.fire(event: Raised()) }
                await core.settled()
            }
            try check(await core.state.count == n, "not all were applied")
            withExtendedLifetime(kept) {}
        },
        Growing("read(_:) of a part of a row", "rows") { n, span in
            let core = Core(state: Board(rows: n))
            let parts = (0..<n).map { part(core, $0) }
            var sum = 0
            await span { for part in parts { sum += await part.read { $0.value + 1 } } }
            try check(sum == n, "\(sum) were read")
        },
    ]

    private static func part(_ core: Core<Board>, _ id: Int) -> Core<Board.Row> {
        core.scope(to: \.rows, id: id, default: Board.Row(id: -1))
    }
}
