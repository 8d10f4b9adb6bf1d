import Reactor
import ReactorRecording
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("A suspended queue")
struct SuspendedQueueTests {
    /// Opens the queue in another process on the same disk.
    private func other(
        _ bench: QueueBench, isOnline: Bool = false, _ audience: ChangeAudience<Edit> = .later
    ) async throws -> ChangeQueue<Edit> {
        var beside = bench
        (beside.isOnline, beside.random) = (isOnline, 1 << 62)
        return try await beside.queue(audience)
    }

    @Test("Changes that another process dropped, refused, edited or removed are rolled back and reported")
    func decidedByAnother() async throws {
        try await QueueBench.simulated { bench, _ in
            var bench = bench
            bench.isOnline = false
            bench.policy = .goesOn
            bench.service.plan("b1/b1/s0", .refuses(422))
            bench.service.plan("c1/c1/s0", .refuses(409))
            let app = try await bench.app()
            let queue = try await bench.queue(.opened(app))
            for name in ["a1", "b1", "c1", "d1"] {
                var edit = Edit(name)
                edit.refused = name == "b1" ? "refused" : nil
                try await queue.enqueue(edit)
            }
            try await queue.suspend()
            let beside = try await other(bench, .nobody)
            try await beside.drop("a1")
            await beside.setOnline(true)
            await beside.idle()
            await beside.setOnline(false)
            try await beside.edit("c1", to: Edit(lane: "c", name: "c2"))
            try await beside.close()
            try await queue.resume()
            await app.core.settled()
            // The result of d1 is unknown here: the other process pushed and settled it.
            #expect(await app.core.state.names == ["b": "refused", "c": "c2"])
            #expect(await app.core.pending.count == 1)
            let delivered = await app.core.state.delivered
            #expect(delivered.dropFirst(4) == ["a1 dropped", "d1 dropped", "b1 refused 422"])
            #expect(await queue.deadLetters.map(\.id) == ["b1"])
            await queue.setOnline(true)
            await queue.idle()
            #expect(await app.core.state.names == ["b": "refused", "c": "c2, saved"])
            try await queue.close()
            try await app.close()
        }
    }

    @Test(
        "A dead letter that another process removed is reported as dropped, and unchanged ones are not reported again")
    func letterForgotten() async throws {
        try await QueueBench.simulated { bench, _ in
            var bench = bench
            bench.policy = .goesOn
            let app = try await bench.app()
            let queue = try await bench.queue(.opened(app))
            for name in ["a1", "c1"] {
                bench.service.plan("\(name)/\(name)/s0", .refuses(422))
                try await queue.enqueue(Edit(name))
            }
            await queue.idle()
            await queue.setOnline(false)
            try await queue.enqueue(Edit("b1"))
            await app.core.settled()
            let delivered = await app.core.state.delivered
            try await queue.suspend()
            try await queue.resume()
            await app.core.settled()
            #expect(await app.core.state.delivered == delivered)
            try await queue.suspend()
            let beside = try await other(bench, .nobody)
            for name in ["c1", "a1"] { try await beside.drop(ChangeID(rawValue: name)) }
            try await beside.close()
            try await queue.resume()
            await app.core.settled()
            #expect(await app.core.state.delivered == delivered + ["a1 dropped", "c1 dropped"])
            #expect(await queue.deadLetters.isEmpty)
            try await queue.close()
            try await app.close()
        }
    }

    @Test("Changes after a dead letter of another process are reported as waiting, once")
    func refusedByAnother() async throws {
        try await QueueBench.simulated { bench, _ in
            var bench = bench
            bench.isOnline = false
            bench.service.plan("a1/a1/s0", .refuses(422))
            let app = try await bench.app()
            let queue = try await bench.queue(.opened(app))
            for name in ["a1", "a2"] { try await queue.enqueue(Edit(name)) }
            try await queue.suspend()
            let beside = try await other(bench, isOnline: true)
            await beside.idle()
            try await beside.close()
            for _ in 0..<2 {
                try await queue.resume()
                await app.core.settled()
                #expect(await app.core.state.delivered.filter { $0.hasPrefix("a2 waiting") }.count == 1)
                try await queue.suspend()
            }
            try await queue.close()
            try await app.close()
        }
    }

    @Test("Refused credentials are not sent again after the resumption: others are requested, once")
    func withoutCredentials() async throws {
        var bench = QueueBench()
        let (isTaken, asked) = (Locked(false), Locked(0))
        bench.renew = {
            asked.withLock { $0 += 1 }
            throw CancellationError()
        }
        bench.service.otherwise { isTaken.copy ? .does : .refuses(401) }
        let queue = try await bench.queue()
        for name in ["a1", "b1"] { try await queue.enqueue(Edit(name)) }
        await queue.idle()
        let sent = bench.service.arrivals.count
        for times in 2...3 {
            try await queue.suspend()
            try await queue.resume()
            await queue.idle()
            #expect(await queue.status.isWaitingForCredentials)
            #expect(asked.copy == times)
        }
        #expect(bench.service.arrivals.count == sent)
        isTaken.withLock { $0 = true }
        await queue.credentialsRenewed()
        await queue.idle()
        #expect(bench.service.done == ["a": ["a1/0"], "b": ["b1/0"]])
        try await queue.close()
    }

    @Test("A dead letter that another process retried is not reported as dropped", arguments: [false, true])
    func letterTriedAgain(isPushed: Bool) async throws {
        try await QueueBench.simulated { bench, _ in
            var bench = bench
            bench.service.plan("a1/a1/s0", .refuses(422))
            let app = try await bench.app()
            let queue = try await bench.queue(.opened(app))
            try await queue.enqueue(Edit("a1"))
            await queue.idle()
            bench.isOnline = false
            await queue.setOnline(false)
            await app.core.settled()
            let delivered = await app.core.state.delivered
            try await queue.suspend()
            let beside = try await other(bench, isOnline: isPushed)
            try await beside.retry("a1")
            await beside.idle()
            try await beside.close()
            try await queue.resume()
            await app.core.settled()
            #expect(await app.core.state.delivered == delivered + [isPushed ? "a1 sent" : "a1 queued"])
            try await queue.close()
            try await app.close()
        }
    }

    @Test("A dead letter that another process retried is shown below the later changes of its lane")
    func letterTriedAgainBelow() async throws {
        try await QueueBench.simulated { bench, _ in
            var bench = bench
            bench.service.plan("b1/b1/s0", .refuses(409))
            let app = try await bench.app()
            let queue = try await bench.queue(.opened(app))
            try await queue.enqueue(Edit("b1"))
            await queue.idle()
            await queue.setOnline(false)
            for name in ["b2", "b3", "c1"] { try await queue.enqueue(Edit(name)) }
            try await queue.suspend()
            bench.isOnline = false
            let beside = try await other(bench)
            try await beside.retry("b1")
            try await beside.close()
            for _ in 1...2 {
                try await queue.resume()
                await app.core.settled()
                #expect(await app.core.state.names == ["b": "b3", "c": "c1"])
                #expect(await app.core.pending.count == 4)
                try await queue.suspend()
            }
            try await queue.close()
            try await app.close()
        }
    }

    private struct Saying: ChangeReceiver {
        let say: @Sendable (String) -> Void
        let isKept: Locked<Bool>

        func begin<Change: OfflineChange>(_ change: QueuedChange<Change>, isReported: Bool, at site: CallSite) {
            say("shows \(change.id)")
        }
        var journal: String? { nil }
        func moveUp(_ id: ChangeID) {}
        func fire(_ events: [any Event], at site: CallSite) {}
        func observeResets(_ body: @escaping @Sendable () -> Void) {}
        func notify(_ event: ChangeEvent, at site: CallSite) {
            if event.phase == .sent { say("\(event.id) is sent") }
            if event.phase == .dropped { say("\(event.id) is dropped") }
        }
        func rollback(_ id: ChangeID, with events: [any Event], at site: CallSite) { say("takes back \(id)") }
        func resolve(_ id: ChangeID, _ resolution: Resolution, at site: CallSite) { say("resolves \(id)") }
        nonisolated(nonsending) func stored() async throws { if !isKept.copy { throw CancellationError() } }
        func opened() {}
        func closed() {}
    }

    @Test("A change whose result may not be stored is resolved again after the resumption, and not reported again")
    func notKept() async throws {
        try await QueueBench.simulated { bench, _ in
            let (said, isKept) = (Locked<[String]>([]), Locked(false))
            @Sendable func say(_ text: String) { said.withLock { $0.append(text) } }
            let audience = ChangeAudience<Edit> { _ in Saying(say: say, isKept: isKept) }
            let queue = try await bench.queue(audience)
            try await queue.enqueue(Edit("b1"))
            await queue.idle()
            try await queue.suspend()
            // Another process drops it.
            let beside = try await other(bench, .nobody)
            await beside.idle()
            try await beside.close()
            try await queue.resume()
            #expect(said.copy == ["shows b1", "resolves b1", "b1 is sent"])
            said.withLock { $0 = [] }
            try await queue.enqueue(Edit("a1"))
            await queue.idle()
            try await queue.suspend()
            isKept.withLock { $0 = true }
            try await queue.resume()
            await queue.idle()
            #expect(said.copy == ["shows a1", "resolves a1", "a1 is sent", "resolves a1"])
            #expect(await queue.machine.state.sent.isEmpty)
            try await queue.close()
        }
    }

    @Test("If its journal cannot be released, the queue ends instead, and waiting calls throw")
    func endsWhileItSuspends() async throws {
        try await QueueBench.simulated { bench, _ in
            let app = try await bench.app()
            let queue = try await bench.queue(.opened(app))
            // Another file has replaced the lock.
            bench.disk["/queue/lock"] = []
            @Sendable func error(_ body: () async throws -> Void) async -> ChangeQueueError? {
                do {
                    try await body()
                    return nil
                } catch {
                    return error as? ChangeQueueError
                }
            }
            func isOfJournal(_ error: ChangeQueueError?) -> Bool {
                if case .journalEnded = error { true } else { false }
            }
            async let suspends = error { try await queue.suspend() }
            async let changes = error { try await queue.enqueue(Edit("a1")) }
            let (suspended, changed) = await (suspends, changes)
            #expect(isOfJournal(suspended) && isOfJournal(changed))
            #expect(isOfJournal(await queue.status.ended))
            #expect(isOfJournal(await error { try await queue.suspend() }))
            try? await queue.close()
            try await app.close()
        }
    }

    @Test("While another process has the journal, the queue stays suspended, and signing out resumes it first")
    func locked() async throws {
        try await QueueBench.simulated { bench, _ in
            var bench = bench
            bench.isOnline = false
            let queue = try await bench.queue()
            try await queue.enqueue(Edit("a1"))
            try await queue.suspend()
            let beside = try await other(bench)
            await #expect { try await queue.resume() } throws: { ($0 as? JournalError)?.kind == .locked }
            await #expect { try await queue.signOut(.keep) } throws: { ($0 as? JournalError)?.kind == .locked }
            try await beside.enqueue(Edit("a2"))
            try await beside.close()
            #expect(try await queue.signOut(.drop).queued.map(\.change.name) == ["a1", "a2"])
            let again = try await bench.queue()
            #expect(await again.queued.isEmpty)
            try await again.close()
        }
    }

    @Test("At any failure of the disk during a suspension or resumption, acknowledged changes are done once")
    func everyCall() async throws {
        let isWhole = Locked(false)
        for call in Loops.places(1...1_000, oneOf: 5) {
            try await QueueBench.simulated(seeds: Loops.always(1)) { bench, _ in
                var bench = bench
                bench.disk = ModelFileSystem(lastCall: call)
                bench.random = 0
                let kept = await life(bench)
                bench.service.otherwise { .does }
                let next = bench.restarted()
                let queue = try await next.queue()
                for name in ["a1", "a2", "b1"] where !kept.contains(name) {
                    do { try await queue.enqueue(Edit(name)) } catch ChangeQueueError.duplicateID {}
                }
                await queue.idle()
                #expect(bench.service.done == ["a": ["a1/0", "a2/0"], "b": ["b1/0"]], "call \(call)")
                #expect(await queue.status.queued == 0)
                try await queue.close()
                guard !bench.disk.isDead else { return }
                #expect(kept.count == 3 && call > 60)
                isWhole.withLock { $0 = true }
            }
            if isWhole.copy { break }
        }
    }

    /// - Returns: The names of the acknowledged edits.
    private func life(_ bench: QueueBench) async -> [String] {
        guard let queue = try? await bench.queue() else { return [] }
        bench.service.otherwise { [disk = bench.disk] in disk.isDead ? .unreachable : .does }
        bench.disk.whenDead { [spawn = bench.spawn] in spawn.detached { try? await queue.close() } }
        defer { bench.disk.whenDead {} }
        var kept: [String] = []
        do {
            try await queue.enqueue(Edit("a1"))
            kept.append("a1")
            try await queue.suspend()
            let beside = try await other(bench)
            try await beside.enqueue(Edit("a2"))
            kept.append("a2")
            try await beside.close()
            try await queue.resume()
            try await queue.enqueue(Edit("b1"))
            kept.append("b1")
            await queue.idle()
            try await queue.suspend()
        } catch {}
        try? await queue.close()
        return kept
    }

    @Test("With random changes, suspensions, other processes and restarts, each change is done once, in order")
    func random() async throws {
        try await QueueBench.simulated(seeds: Loops.rounds(of: 600)) { bench, random in
            var bench = bench
            bench.random = 0
            bench.policy = .goesOn
            var app = try await bench.app()
            var queue = try await bench.queue(.opened(app))
            var (count, isSuspended) = (0, false)
            var expected: [String: [String]] = [:]
            func take(_ queue: ChangeQueue<Edit>, _ random: inout SeededRandom) async throws {
                count += 1
                let lane = ["a", "b", "c"][random.below(3)]
                let edit = Edit(lane: LaneName(rawValue: lane), name: "\(lane)\(count)", steps: 1 + random.below(2))
                for step in 0..<edit.steps { expected[lane, default: []].append("\(edit.name)/\(step)") }
                try await queue.enqueue(edit)
            }
            for _ in 0..<(random.chance(10) ? 150 : 5 + random.below(15)) {
                switch random.below(8) {
                case 0...2 where !isSuspended: try await take(queue, &random)
                case 3, 4:
                    try await queue.suspend()
                    isSuspended = true
                case 5:
                    try await queue.resume()
                    isSuspended = false
                case 6 where isSuspended:
                    let beside = try await other(bench, isOnline: random.chance(50))
                    for _ in 0..<random.below(3) { try await take(beside, &random) }
                    if random.chance(50) { await beside.idle() }
                    try await beside.close()
                case 7 where random.chance(30):
                    // The app is started again, without any part of the previous process.
                    try await queue.close()
                    try await app.close()
                    app = try await bench.app()
                    queue = try await bench.queue(.opened(app))
                    isSuspended = false
                default: await queue.setOnline(random.chance(70))
                }
            }
            try await queue.resume()
            await queue.setOnline(true)
            await queue.idle()
            await app.core.settled()
            #expect(bench.service.done == expected)
            #expect(await app.core.pending == [])
            let shown = await app.core.state.names
            #expect(shown == expected.mapValues { "\($0.last?.split(separator: "/").first ?? ""), saved" })
            #expect(await queue.status.queued == 0)
            try await queue.close()
            try await app.close()
        }
    }
}
