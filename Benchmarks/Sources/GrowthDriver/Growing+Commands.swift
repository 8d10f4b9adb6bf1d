import Reactor
import Synchronization
import Workloads

/// Commands and reactions.
extension Growing {
    static let commands = [
        Growing("fire(command:) and its outcome, one after the other", "commands") { n, span in
            let (core, tally) = (Core(state: Board()), Tally())
            await span { for _ in 0..<n { _ = await core.fire(command: Counting(tally: tally)).outcome } }
            try check(tally.count == n, "\(tally.count) ran")
        },
        Growing("fire(command:), n at once", "commands") { n, span in
            let (core, tally) = (Core(state: Board()), Tally())
            await span {
                for _ in 0..<n { core.fire(command: Counting(tally: tally)) }
                await core.idle()
            }
            try check(tally.count == n, "\(tally.count) ran")
        },
        Growing("fire(command:) that fires an event", "commands") { n, span in
            let core = Core(state: Board())
            await span {
                for _ in 0..<n { core.fire(command: Raising()) }
                await core.idle()
            }
            try check(await core.state.count == n, "not all ran")
        },
        Growing("fire(command:) with n that run", "commands and running ones") { n, span in
            let (core, tally, hold) = (Core(state: Board()), Tally(), Hold())
            for _ in 0..<n { core.fire(command: Holding(hold: hold)) }
            await hold.arrived(n)
            await span { for _ in 0..<n { _ = await core.fire(command: Counting(tally: tally)).outcome } }
            try check(tally.count == n, "\(tally.count) ran")
            hold.open()
            await core.idle()
        },
        Growing("fire(event:) with n commands that run", "events and running commands") { n, span in
            let (core, hold) = (Core(state: Board()), Hold())
            for _ in 0..<n { core.fire(command: Holding(hold: hold)) }
            await hold.arrived(n)
            await span {
                for _ in 0..<n { core.fire(event: Raised()) }
                await core.settled()
            }
            try check(await core.state.count == n, "not all were applied")
            hold.open()
            await core.idle()
        },
        Growing("perform(_:)", "commands") { n, span in
            let (core, tally) = (Core(state: Board()), Tally())
            await span { for _ in 0..<n { _ = await core.perform { _ in tally.add() }.outcome } }
            try check(tally.count == n, "\(tally.count) ran")
        },
        Growing("CommandHandle.cancel()", "running commands") { n, span in
            let (core, hold) = (Core(state: Board()), Hold())
            let handles = (0..<n).map { _ in core.fire(command: Holding(hold: hold)) }
            await hold.arrived(n)
            try await cancelled(handles, span) { for handle in handles { handle.cancel() } }
        },
        Growing("cancel(id:)", "running commands") { n, span in
            let (core, hold) = (Core(state: Board()), Hold())
            let handles = (0..<n).map { id in core.fire(command: Holding(hold: hold)) { $0.id = "\(id)" } }
            await hold.arrived(n)
            try await cancelled(handles, span) { for id in 0..<n { core.cancel(id: "\(id)") } }
        },
        Growing("cancel(owner:) of one with n others", "running commands") { n, span in
            let (core, hold) = (Core(state: Board()), Hold())
            for _ in 0..<n { core.fire(command: Holding(hold: hold)) }
            await hold.arrived(n)
            await span {
                for _ in 0..<n { core.cancel(owner: Board.Row.self) }
                await core.settled()
            }
            hold.open()
            await core.idle()
        },
        Growing("cancelAll()", "running commands") { n, span in
            let (core, hold) = (Core(state: Board()), Hold())
            let handles = (0..<n).map { _ in core.fire(command: Holding(hold: hold)) }
            await hold.arrived(n)
            try await cancelled(handles, span) { core.cancelAll() }
        },
        Growing("fire(event: Reset()) that ends n commands", "running commands") { n, span in
            let (core, hold) = (Core(state: Board()), Hold())
            let handles = (0..<n).map { _ in core.fire(command: Holding(hold: hold)) { $0.owners = [Board.self] } }
            await hold.arrived(n)
            try await cancelled(handles, span) { core.fire(event: Reset<Board>()) }
        },
        Growing("fire(command:), .restart", "commands of one id") { n, span in
            try await policy(.restart, n, span, atMost: n)
        },
        Growing("fire(command:), .enqueue", "commands of one id") { n, span in
            try await policy(.enqueue, n, span, atLeast: n, atMost: n)
        },
        Growing("fire(command:), .keepLatest", "commands of one id") { n, span in
            try await policy(.keepLatest, n, span, atMost: n)
        },
        Growing("fire(command:), .drop", "commands of one id") { n, span in try await policy(.drop, n, span, atMost: n)
        },
        Growing("fire(command:), .parallel, at most four", "commands of one id") { n, span in
            let (core, tally) = (Core(state: Board()), Tally())
            await span {
                for _ in 0..<n {
                    core.fire(command: Counting(tally: tally)) { ($0.id, $0.policy, $0.max) = ("one", .parallel, 4) }
                }
                await core.idle()
            }
            try check(tally.count == n, "\(tally.count) ran")
        },
        Growing("load(_:_:), one after the other", "loads") { n, span in
            let core = Core(state: Board())
            var sum = 0
            await span {
                for _ in 0..<n {
                    _ = await core.load("loaded", \.loaded) { _ in 1 }.outcome
                    sum += await core.read { $0.loaded.value ?? 0 }
                    core.fire(event: Reset<Board>())
                }
            }
            try check(sum == n, "\(sum) were loaded")
        },
        Growing("LoadProgress.report(_:of:)", "reports of one load") { n, span in
            let core = Core(state: Board())
            _ = await span {
                await core.fire(
                    command: Load("loaded", \Board.loaded) { _, progress in
                        for part in 0..<n { progress.report(Int64(part), of: Int64(n)) }
                        return n
                    }
                ).outcome
            }
            try check(await core.state.loaded.value == n, "it was not loaded")
        },
        Growing("LoadProgress.report(_:of:), each shown, with an event between", "reports and events", count: 50) {
            n, span in
            let core = Core(state: Board())
            _ = await span {
                await core.fire(
                    command: Load("loaded", \Board.loaded) { core, progress in
                        for part in 0..<n {
                            progress.report(Int64(part), of: Int64(n))
                            core.fire(event: Raised())
                            await core.settled()
                        }
                        return n
                    }
                ).outcome
            }
            try check(await core.state.loaded.value == n, "it was not loaded")
        },
        Growing("On", "events that start a command") { n, span in
            let tally = Tally()
            let core = Core(state: Board(), reactions: [.on(Raised.self) { _ in Counting(tally: tally) }])
            await span {
                for _ in 0..<n { core.fire(event: Raised()) }
                await core.idle()
            }
            try check(tally.count == n, "\(tally.count) ran")
        },
        Growing("fire(event:) with n On of another event", "events and reactions") { n, span in
            let tally = Tally()
            let core = Core(
                state: Board(),
                reactions: Array(repeating: .on(Unrelated.self) { _ in Counting(tally: tally) }, count: n))
            try await raised(n, core, span)
        },
        Growing("fire(event:) with n While of one key path", "events and reactions") { n, span in
            let tally = Tally()
            let core = Core(
                state: Board(), reactions: Array(repeating: .while(\.isOn) { Counting(tally: tally) }, count: n))
            try await raised(n, core, span)
        },
        Growing("fire(event:) with n For of one key path", "events and reactions") { n, span in
            let tally = Tally()
            let core = Core(
                state: Board(), reactions: Array(repeating: .for(\.name) { _ in Counting(tally: tally) }, count: n))
            try await raised(n, core, span)
        },
        Growing("While that begins and ends", "changes of the key path") { n, span in
            let tally = Tally()
            let core = Core(state: Board(), reactions: [.while(\.isOn) { Counting(tally: tally) }])
            await span {
                for _ in 0..<n {
                    core.fire(event: Switched(isOn: true))
                    core.fire(event: Switched(isOn: false))
                    await core.settled()
                }
                await core.idle()
            }
            try check(tally.count <= n, "\(tally.count) ran")
        },
        Growing("fire(event:) that changes a row, with ForEach of n rows", "events and rows") { n, span in
            let hold = Hold()
            let core = Core(state: Board(rows: n), reactions: [.forEach(\.rows) { _ in Holding(hold: hold) }])
            await hold.arrived(n)
            await span {
                for id in 0..<n { core.fire(event: RowRaised(id: id)) }
                await core.settled()
            }
            try check(await core.state.rows.allSatisfy { $0.value == 1 }, "not all were applied")
            hold.open()
            await core.idle()
        },
        Growing(
            "fire(event:) of a Reset that cancels n commands of ForEach, which start again", "commands", count: 1_000
        ) { n, span in
            let (hold, options) = (Hold(), CommandOptions(owner: Board.Member.self))
            let core = Core(
                state: Board(rows: n), reactions: [.forEach(\.rows, options: options) { _ in Holding(hold: hold) }])
            await hold.arrived(n)
            await span {
                core.fire(event: Reset<Board.Member>())
                await core.settled()
                await hold.arrived(n)
            }
            hold.open()
            await core.idle()
        },
    ]

    private static func raised(_ n: Int, _ core: Core<Board>, _ span: Span) async throws {
        await core.settled()
        await span {
            for _ in 0..<n { core.fire(event: Raised()) }
            await core.settled()
        }
        try check(await core.state.count == n, "not all were applied")
    }

    private static func cancelled(
        _ handles: [CommandHandle], _ span: Span, _ cancel: () -> Void
    ) async throws {
        var cancelled = 0
        await span {
            cancel()
            for handle in handles { if case .cancelled = await handle.outcome { cancelled += 1 } }
        }
        try check(cancelled == handles.count, "\(cancelled) were cancelled")
    }

    private static func policy(
        _ policy: CommandPolicy, _ n: Int, _ span: Span, atLeast: Int = 1, atMost: Int
    ) async throws {
        let (core, tally) = (Core(state: Board()), Tally())
        await span {
            for _ in 0..<n { core.fire(command: Counting(tally: tally)) { ($0.id, $0.policy) = ("one", policy) } }
            await core.idle()
        }
        try check(atLeast <= tally.count && tally.count <= atMost, "\(tally.count) ran")
    }
}

/// Counts itself.
private struct Counting: Command {
    let tally: Tally

    func execute(state: Board, core: Core<Board>) { tally.add() }
}

/// Fires.
struct Raising: Command {
    func execute(state: Board, core: Core<Board>) { core.fire(event: Raised()) }
}

/// Runs until it is released or canceled.
private struct Holding: Command {
    let hold: Hold

    func execute(state: Board, core: Core<Board>) async throws { try await hold.pass() }
}
