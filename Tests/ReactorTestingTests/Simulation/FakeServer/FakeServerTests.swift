import Reactor
import ReactorTesting
import Testing

private struct Note: Identifiable, Equatable, Sendable {
    var id: Int
    var text = ""
    var count = 0
    var version = 0
}

private struct Refusal: Error, Equatable {}

@Suite("A fake server")
struct FakeServerTests {
    // MARK: Alone

    @Test("A row is read, created, changed and deleted, and a read of a missing row fails")
    func readAndWritten() async throws {
        let server = FakeServer<Note>()
        #expect(try await server.write(1) { $0 = Note(id: 1, text: "new") } == Note(id: 1, text: "new"))
        #expect(try await server.write(1) { $0?.text = "newer" } == Note(id: 1, text: "newer"))
        #expect(try await server.read(1).text == "newer")
        #expect(try await server.write(1) { $0 = nil } == nil)
        await #expect(throws: SimulatedFault.refused("read 1")) { try await server.read(1) }
    }

    @Test("A change that throws is not done, and its key is free for another attempt")
    func refusedChange() async throws {
        let server = FakeServer([Note(id: 1)])
        await #expect(throws: Refusal.self) {
            try await server.write(1, key: "k") { note in
                note?.count = 9
                throw Refusal()
            }
        }
        #expect(server[1]?.count == 0)
        try await server.write(1, key: "k") { $0?.count += 1 }
        #expect(server[1]?.count == 1)
    }

    @Test("A write with a key is done once, and a repeated one returns the current row")
    func once() async throws {
        let server = FakeServer([Note(id: 1)])
        for _ in 0..<3 { try await server.write(1, key: "a") { $0?.count += 1 } }
        server[1]?.text = "theirs"
        #expect(try await server.write(1, key: "a") { $0?.count += 1 } == Note(id: 1, text: "theirs", count: 1))
        try await server.write(1, key: "b") { $0?.count += 1 }
        for _ in 0..<2 { try await server.write(1) { $0?.count += 10 } }
        #expect(server[1]?.count == 22)
    }

    @Test("Pages contain every row once, also if rows are deleted and added between them")
    func pages() async throws {
        let server = FakeServer((1...5).map { Note(id: $0) })
        let first = try await server.page(limit: 2)
        #expect(first.rows.map(\.id) == [1, 2])
        server[2] = nil
        server[3] = nil
        server[9] = Note(id: 9)
        let second = try await server.page(after: first.next, limit: 2)
        #expect(second.rows.map(\.id) == [4, 5])
        let third = try await server.page(after: second.next, limit: 2)
        #expect(third.rows.map(\.id) == [9] && third.next == nil)
        let whole = try await server.page(limit: 4)
        #expect(whole.rows.map(\.id) == [1, 4, 5, 9] && whole.next == nil)
        #expect(try await FakeServer<Note>().page(limit: 2).next == nil)
    }

    @Test("Each change of any row gives it the next version, and a deleted row returns with a newer one")
    func versions() async throws {
        let server = FakeServer([Note(id: 1), Note(id: 2)], version: { $0.version = $1 })
        #expect(server.rows.map(\.version) == [1, 2])
        try await server.write(1, key: "a") { $0?.text = "changed" }
        #expect(server[1]?.version == 3)
        try await server.write(1, key: "a") { $0?.text = "changed" }
        #expect(server[1]?.version == 3, "it was done before")
        server[2] = nil
        server[2] = Note(id: 2)
        #expect(server[2]?.version == 5)
    }

    // MARK: By a clock

    /// The behavior of the server and the result of the caller if one fault always occurs.
    @Test(
        "Each fault can be configured alone",
        arguments: [
            (NetworkFaults(refused: 100), 0, "refused"), (NetworkFaults(lostRequests: 100), 0, "timedOut"),
            (NetworkFaults(lostAnswers: 100), 1, "timedOut"), (NetworkFaults(duplicated: 100), 2, "answered"),
            (NetworkFaults(slow: 100), 1, "answered"), (NetworkFaults.none, 1, "answered"),
        ])
    func faults(faults: NetworkFaults, done: Int, heard: String) async throws {
        let clock = ManualClock()
        let server = FakeServer([Note(id: 1)], faults: faults, clock: clock)
        let core = TestCore(state: Silent(), exhaustive: false, clock: clock)
        let ending = Guarded("")
        core.core.perform { _ in
            do {
                _ = try await server.write(1) { $0?.count += 1 }
                ending.withLock { $0 = "answered" }
            } catch SimulatedFault.refused(let call) {
                ending.withLock { $0 = call == "write 1#1" ? "refused" : call }
            } catch SimulatedFault.timedOut(let call) {
                ending.withLock { $0 = call == "write 1#1" ? "timedOut" : call }
            }
        }
        await core.settled()
        #expect(ending.withLock { $0 } == "", "nothing arrives too early")
        await core.advance(by: .milliseconds(101))
        if faults == NetworkFaults(slow: 100) { #expect(ending.withLock { $0 } == "") }
        await core.advance(by: .seconds(10))
        #expect(ending.withLock { $0 } == heard)
        #expect(server[1]?.count == done)
        try await core.finish()
    }

    @Test("The request of a canceled caller is done only if the faults require it", arguments: [0, 100])
    func cancelled(chance: Int) async throws {
        let clock = ManualClock()
        let server = FakeServer([Note(id: 1)], faults: NetworkFaults(outlivesCaller: chance), clock: clock)
        let core = TestCore(state: Silent(), exhaustive: false, clock: clock)
        let command = core.core.perform { _ in _ = try await server.write(1) { $0?.count += 1 } }
        await core.settled()
        command.cancel()
        await core.settled()
        #expect(server[1]?.count == chance / 100)
    }

    // MARK: In a simulation

    @Test("Every fault occurs, equally in each run of a seed, and endFaults() ends them")
    func drawn() async throws {
        // Each seed is run twice, and fails when the two differ.
        try await Simulation.check(seeds: 0..<60) { sim in
            let server = FakeServer(sim, [Note(id: 1)], faults: .hostile)
            for number in 1...8 {
                let heard = Guarded("")
                let before = server[1]?.count ?? 0
                sim.start("write \(number)") {
                    do {
                        _ = try await server.write(1) { $0?.count += 1 }
                        heard.withLock { $0 = "answered" }
                    } catch let fault as SimulatedFault {
                        let text = if case .refused = fault { "refused" } else { "lost" }
                        heard.withLock { $0 = text }
                    }
                }
                let began = sim.clock.now
                await sim.settled()
                let (times, end) = ((server[1]?.count ?? 0) - before, heard.withLock { $0 })
                switch end {
                case "refused": try await sim.expect { times == 0 }
                case "lost": sim.sometimes(times == 0 ? "a request is lost" : "an answer is lost")
                default:
                    sim.sometimes("arrives twice", times == 2)
                    sim.sometimes("is late", times == 1 && began.duration(to: sim.clock.now) > .milliseconds(200))
                }
                sim.sometimes("is refused", end == "refused")
                try await sim.expect("\(times)") { (0...2).contains(times) }
            }
            sim.endFaults()
            let before = server[1]?.count ?? 0
            for _ in 0..<5 { try await server.write(1) { $0?.count += 1 } }
            try await sim.expect { server[1]?.count == before + 5 }
        }
    }

    @Test("With keys, a client that retries until a response arrives has each change done once, in every order")
    func idempotent() async throws {
        try await Simulation.check(seeds: 0..<60) { sim in
            let server = FakeServer(sim, [Note(id: 1), Note(id: 2)], faults: .hostile, version: { $0.version = $1 })
            let shown = Guarded<[Int: Int]>([:])
            for number in 1...6 {
                sim.start("device \(number)") {
                    while true {
                        do {
                            let note = try await server.write(1 + number % 2, key: "\(number)") { $0?.count += 1 }
                            try await sim.expect { note?.version ?? 0 > 2 }
                            return
                        } catch is SimulatedFault { sim.sometimes("tries again") }
                    }
                }
            }
            // The server's data never gets older; the response to a read may arrive late.
            sim.start("reader") {
                for _ in 0..<40 {
                    for note in server.rows {
                        let last = shown.withLock { $0[note.id] ?? 0 }
                        try await sim.expect("\(note.version) after \(last)") { note.version >= last }
                        shown.withLock { $0[note.id] = note.version }
                    }
                    try await sim.sleep(for: .milliseconds(20))
                }
            }
            await sim.settled()
            try await sim.expect("\(server.rows)") { server.rows.map(\.count) == [3, 3] }
            try await sim.expect { server.rows.map(\.version).max() == 8 }
        }
    }
}

private struct Silent: State {
    mutating func react(to event: any Event) {}
}
