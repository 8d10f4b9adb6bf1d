import Reactor
import ReactorRecording
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("Queues that share a core")
struct QueuesOfOneCoreTests {
    @Test("A change is shown again when its account signs in again, and when an environment is chosen again")
    func again() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let first = try await bench.app()
        let old = try await bench.queue(.opened(first))
        try await old.enqueue(Edit("k3"))
        await first.core.settled()
        try await first.journal.durable()

        let next = bench.restarted()
        let app = try await next.app()
        for _ in 0..<3 {
            let queue = try await next.queue(.opened(app))
            #expect(await app.core.state.names == ["k": "k3"])
            try await queue.signOut(.keep)
            #expect(await app.core.state.names == [:])
        }
        let last = try await next.queue(.opened(app))
        await last.setOnline(true)
        await last.idle()
        #expect(await app.core.state.names == ["k": "k3, saved"])
        #expect(await app.core.pending == [])
        #expect(next.reports.copy == [])
        try await last.close()
        try await old.close()
    }

    @Test("Two queues leave each other's predictions alone, and the loop over pending predictions has none of them")
    func two() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let first = try await bench.app()
        let old = (try await bench.queue(.opened(first), "/notes"), try await bench.queue(.opened(first), "/likes"))
        try await old.0.enqueue(Edit("n1"))
        try await old.1.enqueue(Edit("l1"))
        let own = first.core.predict(Named(lane: "z", name: "mine"))
        await first.core.settled()
        try await first.journal.durable()

        let next = bench.restarted()
        let app = try await next.app()
        #expect(app.pending.map { ($0.events.first as? Named)?.name } == ["mine"])
        for resumed in app.pending { resumed.prediction.rollback() }
        let notes = try await next.queue(.opened(app), "/notes")
        #expect(await app.core.state.names == ["n": "n1", "l": "l1"])
        let likes = try await next.queue(.opened(app), "/likes")
        #expect(await app.core.state.names == ["n": "n1", "l": "l1"])
        #expect(await app.core.pending.count == 2)
        for queue in [notes, likes] {
            await queue.setOnline(true)
            await queue.idle()
        }
        #expect(await app.core.state.names == ["n": "n1, saved", "l": "l1, saved"])
        try await notes.close()
        try await likes.close()
        own.rollback()
        try await old.0.close()
        try await old.1.close()
    }

    @Test("Predictions of a queue that is not opened remain until the app rolls them back or opens the queue")
    func unopened() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let first = try await bench.app()
        let old = try await bench.queue(.opened(first), "/votes")
        try await old.enqueue(Edit("v1"))
        await first.core.settled()
        try await first.journal.durable()
        let next = bench.restarted()
        let app = try await next.app()
        #expect(await app.core.state.names == ["v": "v1"])
        app.rollBackUnopenedQueues()
        #expect(await app.core.state.names == [:])
        let votes = try await next.queue(.core(app.core), "/votes")
        #expect(await app.core.state.names == ["v": "v1"])
        app.rollBackUnopenedQueues()
        #expect(await app.core.state.names == ["v": "v1"])
        #expect(await app.core.pending.count == 1)
        #expect(next.reports.copy == [])
        try await votes.close()
        try await old.close()
    }

    @Test("The changes of an account are not shown to the next one after a kill, and are shown to their own again")
    func accounts() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        bench.account = "ida"
        let first = try await bench.app()
        let old = try await bench.queue(.opened(first), "/ida")
        try await old.enqueue(Edit("i1"))
        await first.core.settled()
        try await first.journal.durable()
        var next = bench.restarted()
        let app = try await next.app()
        next.account = "joe"
        let joe = try await next.queue(.opened(app), "/joe")
        #expect(await app.core.state.names == [:])
        next.account = "ida"
        let ida = try await next.queue(.opened(app), "/ida")
        #expect(await app.core.state.names == ["i": "i1"])
        try await ida.signOut(.keep)
        // Killed directly after the sign-out, the next process does not show the change.
        #expect(await (try next.restarted().app()).core.state.names == [:])
        try await joe.close()
        try await old.close()
    }

    @Test("Queued changes are shown once, accepted ones stay, refused ones go, and none is lost or sent twice")
    func model() async throws {
        for seed in Loops.seeds(of: 1_200, atLeast: 60) {
            var life = QueueLife(seed: seed)
            try await life.run()
            #expect(life.complaints.isEmpty, "seed \(seed): \(life.story.joined(separator: ", "))")
        }
    }
}

/// An app with several queues on one core, which is used, closed, killed and restarted at random.
///
/// The model is naive: the service and the queues' own lists determine what the state must contain.
private struct QueueLife {
    private static let folders = ["/n", "/l", "/m"]
    private var bench = QueueBench()
    private var random: SeededRandom
    private var numbers = 0
    /// The acknowledged changes of each queue, by lane, and the dropped ones.
    private var known: [String: Set<String>] = [:]
    private var dropped: Set<String> = []
    private(set) var complaints: [String] = []
    private(set) var story: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        bench.policy = .goesOn
        bench.isOnline = false
        bench.random = seed << 20
    }

    mutating func run() async throws {
        for _ in 0..<3 { try await live() }
        await self.end()
    }

    private mutating func live(isLast: Bool = false) async throws {
        bench = bench.restarted(lastCall: !isLast && random.chance(50) ? random.number(in: 40...260) : .max)
        guard let app = try? await bench.app() else { return story.append("no app") }
        var queues: [String: ChangeQueue<Edit>] = [:]
        let loopsFirst = random.chance(50)
        if loopsFirst { resolve(app.pending) }
        for folder in Self.folders.shuffled(using: &random) where isLast || random.chance(80) {
            queues[folder] = try? await bench.queue(.opened(app), folder)
        }
        if !loopsFirst { resolve(app.pending) }
        story.append("life with \(queues.keys.sorted())")
        await check(app, queues)
        if isLast {
            for queue in queues.values { await queue.setOnline(true) }
            for queue in queues.values { await queue.idle() }
            await check(app, queues)
        }
        for _ in 0..<(isLast ? 0 : random.number(in: 2...9)) where !bench.disk.isDead {
            let folder = Self.folders[random.below(3)]
            await step(folder, &queues, app)
            if !bench.disk.isDead { await check(app, queues) }
        }
        let end = random.below(3)
        if end == 0 {
            // The process is killed: the files remain as they are.
            story.append("kill")
            let disk = bench.disk.copy()
            bench.disk = disk
        }
        if end == 1 { try? await app.close() }
        for queue in queues.values { try? await queue.close() }
        try? await app.close()
    }

    private mutating func step(
        _ folder: String, _ queues: inout [String: ChangeQueue<Edit>], _ app: OpenedCore<Shelf>
    ) async {
        guard let queue = queues[folder] else {
            story.append("open \(folder)")
            queues[folder] = try? await bench.queue(.opened(app), folder)
            return
        }
        switch random.below(10) {
        case 0...3:
            numbers += 1
            // The first letter is the lane.
            let name = "\(folder.last ?? " ")\(numbers)"
            if random.chance(25) {
                bench.service.plan("\(name)/\(name)/s0", .refuses(422))
            }
            story.append("enqueue \(name)")
            if (try? await queue.enqueue(Edit(name))) != nil { known[folder, default: []].insert(name) }
        case 4, 5:
            guard let letter = random.pick(await queue.deadLetters) else { return }
            story.append("retry \(letter.id)")
            try? await queue.retry(letter.id)
        case 6, 7:
            story.append("push \(folder)")
            await queue.setOnline(true)
            await queue.idle()
            await queue.setOnline(false)
        case 8:
            story.append("sign out of \(folder)")
            let drops = random.chance(30)
            // After the call, changes that it has not returned may have been dropped, if the disk failed in between.
            let all = (await queue.queued.map(\.change.name)) + (await queue.deadLetters.map(\.change.name))
            if drops { dropped.formUnion(all) }
            _ = try? await queue.signOut(drops ? .drop : .keep)
            queues[folder] = nil
        default:
            story.append("close \(folder)")
            try? await queue.close()
            queues[folder] = nil
        }
    }

    private mutating func resolve(_ pending: [ResumedPrediction]) {
        for resumed in pending {
            if random.chance(50) { resumed.prediction.commit() } else { resumed.prediction.rollback() }
        }
    }

    /// Compares the state with the queues and the service.
    private mutating func check(_ app: OpenedCore<Shelf>, _ queues: [String: ChangeQueue<Edit>]) async {
        let (names, pending) = (await app.core.state.names, await app.core.pending.count)
        let done = bench.service.done
        var shown = 0
        for (folder, queue) in queues {
            let (changes, letters) = (await queue.queued, await queue.deadLetters.map(\.change.name))
            // A change that has begun is completed first.
            let queued = (changes.filter { $0.sending != nil } + changes.filter { $0.sending == nil }).map(
                \.change.name)
            if bench.disk.isDead { return }
            shown += queued.count
            let lane = String(folder.last ?? " ")
            let arrived = done[lane, default: []].map { String($0.prefix { $0 != "/" }) }
            expect(Set(arrived).count == arrived.count, "\(arrived) arrived")
            let expected = queued.last ?? arrived.last.map { "\($0), saved" }
            // A dropped change may have arrived, and is then not shown.
            let isCertain = !queued.isEmpty || arrived.allSatisfy { !dropped.contains($0) }
            expect(!isCertain || names[lane] == expected, "\(lane) shows \(names[lane] ?? "–"), not \(expected ?? "–")")
            let lost = known[folder, default: []].subtracting(queued + letters + arrived).subtracting(dropped)
            expect(lost.isEmpty, "\(lost.sorted()) are lost")
        }
        if queues.count == Self.folders.count { expect(pending == shown, "\(pending) pending, \(shown) queued") }
    }

    private mutating func expect(_ condition: Bool, _ complaint: String) {
        if condition { return }
        complaints.append(complaint)
        story.append("! \(complaint)")
    }

    private mutating func end() async {
        do { try await live(isLast: true) } catch { complaints.append("\(error)") }
    }
}
