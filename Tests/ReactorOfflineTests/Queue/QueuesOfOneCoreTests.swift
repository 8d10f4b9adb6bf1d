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

    @Test("Queued changes are above a reset of the state, also after a restart, and arrive once")
    func reset() async throws {
        var bench = QueueBench()
        bench.service.plan("r1/r1/s0", .refuses(409))
        let app = try await bench.app()
        let queue = try await bench.queue(.opened(app))
        try await queue.enqueue(Edit("r1"))
        await queue.idle()
        await queue.setOnline(false)
        bench.isOnline = false
        for name in ["r2", "s1", "s2"] { try await queue.enqueue(Edit(name)) }
        app.core.fire(event: Named(lane: "x", name: "plain"))
        app.core.fire(event: Reset<Shelf>())
        await app.core.settled()
        // The state has its phases again, too.
        for await shelf in app.core.updates(of: \.self) where shelf.delivered.contains("r2 waiting behind r1") { break }
        #expect(await app.core.state.names == ["r": "r2", "s": "s2"])
        #expect(
            await app.core.state.delivered.sorted() == [
                "r1 refused 409", "r2 queued", "r2 waiting behind r1", "s1 queued", "s2 queued",
            ])
        await queue.idle()
        try await app.journal.durable()

        let next = bench.restarted()
        let again = try await next.app()
        #expect(await again.core.state.names == ["r": "r2", "s": "s2"])
        // A reset before the queue is opened.
        again.core.fire(event: Reset<Shelf>())
        let reopened = try await next.queue(.opened(again))
        #expect(await again.core.state.names == ["r": "r2", "s": "s2"])
        #expect(await again.core.pending.count == 3)
        try await reopened.drop("r1")
        await reopened.setOnline(true)
        await reopened.idle()
        #expect(await again.core.state.names == ["r": "r2, saved", "s": "s2, saved"])
        #expect(bench.service.done == ["r": ["r2/0"], "s": ["s1/0", "s2/0"]])
        #expect(next.reports.copy == [])
        try await reopened.close()
        try await queue.close()
    }

    @Test("A launch records nothing that the app's journal contains, with any number of changes", arguments: [5, 20])
    func entriesOfLaunches(count: Int) async throws {
        var bench = QueueBench()
        for number in 0..<count { bench.service.plan("r\(number)/r\(number)/s0", .refuses(422)) }
        bench.policy = .goesOn
        let first = try await bench.app()
        let queue = try await bench.queue(.opened(first))
        for number in 0..<count { try await queue.enqueue(Edit("r\(number)")) }
        await queue.idle()
        await queue.setOnline(false)
        for number in 0..<count { try await queue.enqueue(Edit("q\(number)")) }
        // Now the lane of the dead letters stops, so that its later changes wait.
        try await queue.enqueue(Edit("r\(count)"))
        await queue.idle()
        await first.core.settled()
        try await first.journal.durable()
        await queue.core.settled()
        try await queue.journal.durable()
        bench.policy = .stops
        bench.isOnline = false
        var entries: [UInt64] = []
        var lives: [(OpenedCore<Shelf>, ChangeQueue<Edit>)] = []
        for launch in 0..<5 {
            let life = bench.restarted()
            bench.disk = life.disk
            let app = try await life.app()
            let queue = try await life.queue(.opened(app))
            await queue.idle()
            await app.core.settled()
            try await app.journal.durable()
            await queue.core.settled()
            try await queue.journal.durable()
            entries.append(app.journal.lastSeq)
            // The first launch reports that a change waits.
            #expect(launch > 0 || entries[0] == first.journal.lastSeq + 1)
            lives.append((app, queue))
        }
        #expect(Set(entries).count == 1, "\(entries)")
        #expect(await lives.last?.0.core.state.delivered.filter { $0.hasSuffix("refused 422") }.count == count)
        for (_, queue) in lives { try await queue.close() }
        try await queue.close()
    }

    @Test("A refusal that the app's journal does not contain is reported again, with its events")
    func refusalReportedAgain() async throws {
        let bench = QueueBench()
        for _ in 0..<2 { bench.service.plan("u1/u1/s0", .refuses(422)) }
        // The process whose queue is refused does not open the app's core.
        let first = try await bench.queue(.later)
        var edit = Edit("u1")
        edit.refused = "not possible"
        try await first.enqueue(edit, id: "u1")
        await first.idle()
        try await first.close()
        let app = try await bench.app()
        let queue = try await bench.queue(.opened(app))
        #expect(await app.core.state == Shelf(names: ["u": "not possible"], delivered: ["u1 refused 422"]))
        // The rollback and the events are one delivery.
        let shown = Locked<[String?]>([])
        let subscription = app.core.subscribe(to: \.names, delivery: .every) { names in
            shown.withLock { if $0.last != names["u"] { $0.append(names["u"]) } }
        }
        try await queue.retry("u1")
        await queue.idle()
        await app.core.settled()
        #expect(shown.copy == ["not possible", "u1", "not possible"])
        withExtendedLifetime(subscription) {}
        try await queue.close()
    }

    private struct Row: State, Codable, Equatable, Identifiable {
        let id: String
        var name = ""
        mutating func react(to event: any Event) {
            if let event = event as? Named, event.lane == id { name = event.name }
        }
    }

    private struct RowFound: Event { let id: String }

    private struct Rows: State {
        var rows = KeyedRows<String, Row>()
        mutating func react(to event: any Event) {
            if let event = event as? RowFound { rows.append(Row(id: event.id)) }
            if let event = event as? Named { rows[id: event.lane]?.react(to: event) }
        }
    }

    @Test("A queue for the core of a missing row, which a command opened, shows its changes when the row appears")
    func missingRow() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let core = Core(state: Rows(), runtime: bench.runtime)
        let row = core.scope(to: \.rows, id: "w", default: Row(id: "w"))
        let queue = try await bench.queue(.core(row))
        try await queue.enqueue(Edit("w1"))
        #expect(await core.pending.count == 1)
        core.fire(event: RowFound(id: "w"), .authoritative)
        #expect(await row.state.name == "w1")
        await queue.setOnline(true)
        await queue.idle()
        #expect(await row.state.name == "w1, saved")
        #expect(bench.reports.copy == [])
        try await queue.close()
    }

    @Test("Recordings name the line of the call that queued a change")
    func lines() async throws {
        let bench = QueueBench()
        let app = try await bench.app()
        let queue = try await bench.queue(.opened(app))
        try await queue.enqueue(Edit("y1"), id: "y1", fileID: "App/Notes.swift", line: 12)
        await queue.idle()
        await app.core.settled()
        try await app.journal.durable()
        let lines = bench.disk.journal("/app")
        #expect(lines.contains("App/Notes.swift:12") && !lines.contains("ReactorOffline/"))
        try await queue.close()
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
    /// The number of changes of each lane that had arrived before the state was reset.
    private var resetAt: [String: Int] = [:]
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
        switch random.below(11) {
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
        case 10:
            story.append("reset")
            app.core.fire(event: Reset<Shelf>())
            await app.core.settled()
            for (lane, steps) in bench.service.done { resetAt[lane] = steps.count }
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

    private mutating func resolve(_ pending: [(prediction: Prediction, events: [any Event])]) {
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
            // A dropped change may have arrived, and is then not shown. A result from before a reset is not shown, unless the
            // journal has not stored the result or the reset.
            let isCertain =
                !queued.isEmpty
                || arrived.allSatisfy { !dropped.contains($0) }
                    && (arrived.count > resetAt[lane, default: 0] || names[lane] != nil)
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
