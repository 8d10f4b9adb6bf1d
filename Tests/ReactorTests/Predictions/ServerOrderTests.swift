import ReactorTestSupport
import Reactor
import ReactorTesting
import Testing

@Suite("Rows in the server's order, below predictions")
struct ServerOrderTests {
    private typealias Rows = StarredRows

    private let reports = Reports()

    private func makeCore(_ rows: [Starred] = [Starred(id: 1, name: "a"), Starred(id: 2, name: "b")]) -> Core<Rows> {
        Core(
            state: Rows(rows: ServerRows(KeyedRows(uniqueRows: rows), asOf: 1)), runtime: .testing(reports))
    }

    private func names(_ core: Core<Rows>) async -> [String] { await core.read { $0.rows.rows.map(\.name) } }
    private func stars(_ core: Core<Rows>) async -> [Int] { await core.read { $0.rows.rows.map(\.stars) } }

    // MARK: Against a model

    /// A server, and the data that this client has received: the newest version of each row.
    private struct World {
        struct Pending {
            let prediction: Prediction
            let id: Int
            let change: ChangeNumber
            var answer: (row: Starred, version: Int)?
        }

        var server: [Int: (row: Starred, version: Int)] = [:]
        var version = 1
        var told: [Int: (row: Starred, version: Int)] = [:]
        var whole = 1
        var pending: [Pending] = []
        var lastNumber = 0
        var words: [any Event] = []

        mutating func hear(_ row: Starred, _ version: Int) {
            if version >= told[row.id]?.version ?? whole { told[row.id] = (row, version) }
        }

        mutating func give(_ id: Int, _ change: ChangeNumber) -> (row: Starred, version: Int) {
            version += 1
            var row = server[id]?.row ?? Starred(id: id)
            row.stars += 1
            row.applied[change.client] = change.number
            server[id] = (row, version)
            return (row, version)
        }

        /// The correct rows: the newest version, with the pending changes on top that it does not include.
        func stars(_ id: Int) -> Int {
            let row = told[id]?.row ?? Starred(id: id)
            return row.stars + pending.count { $0.id == id && !row.holds($0.change) }
        }
    }

    @Test("Late, duplicated or reordered updates: the newest version with the pending changes on top, at every step")
    func everyStep() async throws {
        for seed in 0..<UInt64(Loops.always(60)) {
            var random = SeededRandom(seed: seed)
            let core = makeCore((1...3).map { Starred(id: $0) })
            var world = World()
            for id in 1...3 {
                world.server[id] = (Starred(id: id), 1)
                world.told[id] = (Starred(id: id), 1)
            }
            for step in 0..<40 {
                play(core, &world, &random)
                let shown = await core.read { $0.rows.rows.map { ($0.id, $0.stars) }.sorted { $0 < $1 }.map(\.1) }
                try #require(shown == (1...3).map { world.stars($0) }, "seed \(seed), step \(step)")
            }
            for pending in world.pending { pending.prediction.rollback() }
        }
        #expect(reports.sentences == [])
    }

    private func play(_ core: Core<Rows>, _ world: inout World, _ random: inout SeededRandom) {
        let id = 1 + random.below(3)
        switch random.below(8) {
        case 0, 1:
            world.lastNumber += 1
            let change = ChangeNumber(number: world.lastNumber)
            // Changes of a row are sent one after another: the server has answered the previous one.
            guard !world.pending.contains(where: { $0.id == id }) else { return }
            let prediction = core.predict(Rows.StarGiven(id: id, change: change))
            world.pending.append(World.Pending(prediction: prediction, id: id, change: change))
        case 2 where !world.pending.isEmpty:
            // The server applies it; the response and the push are in flight.
            let index = random.below(world.pending.count)
            guard world.pending[index].answer == nil else { return }
            let answer = world.give(world.pending[index].id, world.pending[index].change)
            world.pending[index].answer = answer
            world.words.append(Rows.Saved(row: answer.row, version: answer.version))
        case 3 where !world.pending.isEmpty:
            // A response arrives, or the refusal of a change that the server never applied.
            let pending = world.pending.remove(at: random.below(world.pending.count))
            guard let answer = pending.answer else { return pending.prediction.rollback() }
            world.hear(answer.row, answer.version)
            pending.prediction.commit(with: [Rows.Saved(row: answer.row, version: answer.version)])
        case 4:
            let row = world.give(id, ChangeNumber(client: "there", number: world.version))
            world.words.append(Rows.Saved(row: row.row, version: row.version))
        case 5:
            let rows = world.server.values.map(\.row).sorted { $0.id < $1.id }
            world.words.append(Rows.Received(rows: rows, version: world.version))
        default:
            guard !world.words.isEmpty else { return }
            let index = random.below(world.words.count)
            // Some updates arrive again.
            let word = random.below(3) == 0 ? world.words[index] : world.words.remove(at: index)
            if let word = word as? Rows.Saved { world.hear(word.row, word.version) }
            if let word = word as? Rows.Received, word.version >= world.whole {
                world.whole = word.version
                for row in word.rows { world.hear(row, word.version) }
            }
            core.fire(event: word, .authoritative)
        }
    }

    // MARK: Misuse

    @Test("A plain commit of a change to the rows is reported with its place, and its consequence is real")
    func plainCommit() async {
        let core = makeCore()
        let prediction = core.predict(Rows.Named(id: 1, name: "mine"))
        prediction.commit()
        let line = #line - 1
        #expect(await names(core) == ["mine", "b"])
        #expect(
            reports.sentences == [
                "prediction 1, committed at \(#fileID):\(line), changed rows in ServerRows without a version, so older data "
                    + "from the server can overwrite them. Commit with the server's answer instead: .commit(with: [...])."
            ])
        // Another device's older change arrives late.
        core.fire(event: Rows.Saved(row: Starred(id: 1, name: "theirs, before"), version: 2), .authoritative)
        #expect(await names(core) == ["theirs, before", "b"])
    }

    @Test("A plain commit in a closure is reported, once for its line")
    func plainCommitInAClosure() async throws {
        let core = makeCore()
        for name in ["c", "d"] {
            try await core.optimistically(Rows.Named(id: 1, name: name)) { _ in .commit }
        }
        #expect(await names(core) == ["d", "b"])
        #expect(reports.sentences.count == 1)
    }

    @Test("A commit with the response is not reported, nor a rollback, nor a change without rows of a server")
    func notReported() async {
        let core = makeCore()
        core.predict(Rows.Named(id: 1, name: "mine"))
            .commit(with: [Rows.Saved(row: Starred(id: 1, name: "mine"), version: 2)])
        core.predict(Rows.Named(id: 1, name: "no")).rollback()
        core.predict(Rows.Counted()).commit()
        core.predict(Rows.Named(id: 99, name: "no such row")).commit()
        core.predict(Rows.Saved(row: Starred(id: 1, name: "told"), version: 3)).commit()
        #expect(await core.read { $0.other } == 1)
        #expect(reports.sentences == [])
    }

    @Test("A change that only a replay makes is reported as well, and for each prediction separately")
    func afterARefold() async {
        let core = makeCore()
        let below = core.predict(Rows.Named(id: 2, name: "c"))
        let quiet = core.predict(Rows.Counted())
        let gone = core.predict(Rows.Named(id: 3, name: "not there"))
        #expect(await names(core) == ["a", "c"])
        // The row that `gone` names is placed below it.
        core.fire(event: Rows.Saved(row: Starred(id: 3, name: "new"), version: 2), .authoritative)
        #expect(await names(core) == ["a", "c", "not there"])
        quiet.commit()
        #expect(await core.read { $0.other } == 1)
        #expect(reports.sentences == [])
        gone.commit()
        #expect(await names(core) == ["a", "c", "not there"])
        #expect(reports.all.count == 1)
        below.rollback()
        #expect(await names(core) == ["a", "b", "not there"])
    }

    // MARK: Observing

    @Test("An equal row with a newer version, and a late update, notify no subscriber of rows")
    func notifiesNobody() async {
        let core = makeCore()
        let seen = Locked<[String]>([])
        let note: @Sendable (String) -> Void = { text in seen.withLock { $0.append(text) } }
        let subscriptions = [
            core.subscribe(to: \.rows.rows) { note("rows \($0.count)") },
            core.subscribe(to: .row(\.rows.rows, id: 1)) { note("row \($0?.name ?? "gone")") },
            core.subscribe(to: .changes(of: \.rows.rows)) { _ in note("changes") },
            core.subscribe(to: .order(of: \.rows.rows)) { note("order \($0)") },
        ]
        await core.settled()
        seen.withLock { $0 = [] }
        core.fire(event: Rows.Saved(row: Starred(id: 1, name: "a"), version: 7), .authoritative)
        core.fire(event: Rows.Saved(row: Starred(id: 1, name: "old"), version: 6), .authoritative)
        core.fire(event: Rows.Deleted(id: 9, version: 8), .authoritative)
        let same = [Starred(id: 1, name: "a"), Starred(id: 2, name: "b")]
        core.fire(event: Rows.Received(rows: same, version: 9), .authoritative)
        await core.settled()
        #expect(seen.copy == [])
        core.fire(event: Rows.Saved(row: Starred(id: 1, name: "new"), version: 10), .authoritative)
        await core.settled()
        #expect(seen.copy.sorted() == ["changes", "row new", "rows 2"])
        seen.withLock { $0 = [] }
        core.fire(event: Rows.Received(rows: same.reversed(), version: 10), .authoritative)
        await core.settled()
        #expect(seen.copy.sorted() == ["changes", "order [2, 1]", "row a", "rows 2"])
        withExtendedLifetime(subscriptions) {}
    }
}
