import Foundation
import Reactor
import ReactorOffline
import ReactorQueries
import ReactorRecording
import ReactorServices
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("An app that uses all features at once")
struct MixtureSimulationTests {
    /// One process: the opened core, its queues, and the work that runs.
    private struct Process {
        var app: OpenedCore<House>
        var queues: [ChangeQueue<Fill>] = []
        var predictions: [Prediction] = []
        var raises: [Raise] = []
        let works: Locked<[String: Int]>
        let shown = Locked<House?>(nil)
        var tokens: [Subscription] = []
    }

    /// A predicted raise of a price, begun after a number of resets.
    private struct Raise {
        var prediction: Prediction
        var id, resets: Int
    }

    private struct Device {
        let sim: Simulation
        let server: SimulatedServer
        let service: SimulatedService
        let disk = SimulatedDisk()
        var random: SeededRandom
        var user = "anna"
        var lives = 0
        var openings = 0
        var number = 0
        /// The contents of the acknowledged changes, and of those that a sign-out or a dead letter reported.
        var taken: Set<String> = []
        var told: Set<String> = []
        /// The contents of each room since the state was reset, and the changes that earlier sessions of the user kept.
        var contents: [String: [String]] = [:]
        var kept: [String: [Fill]] = [:]
        /// The rooms whose changes a Reset has hidden, until a queue shows them again.
        var hidden: Set<String> = []
        var market = Market()
        var prices = ReceivedPrices()
        var resets = 0

        func open(_ name: String, works: Locked<[String: Int]>, leavesPending: Bool = false) async throws -> OpenedCore<
            House
        > {
            let house = HouseService(
                read: { [service] id in try await service.call("name \(id)") { "the name of \(id)" } },
                all: { [service, server] user in try await service.call("all") { await server.rooms(of: user) } },
                works: { name, change in works.withLock { $0[name, default: 0] += change } })
            return try await Core.open(
                journal: "/house", initial: House(), catalog: House.catalog,
                configuration: sim.journal("house", on: disk),
                leavesPending: leavesPending, middlewares: [House.Seven()],
                reactions: [
                    .while(\.isHeated) { Working(name: "heating") }, .forEach(\.rooms) { Working(name: "room \($0)") },
                ],
                startsWork: !leavesPending, dependencies: Dependencies { $0.house = house }, runtime: sim.runtime(name))
        }

        mutating func start() async throws -> Process {
            lives += 1
            let works = Locked<[String: Int]>([:])
            var process = Process(app: try await open("app \(lives)", works: works), works: works)
            let core = process.app.core
            process.tokens = [
                core.subscribe { [shown = process.shown] house in shown.withLock { $0 = house } },
                core.watch(House.name, "hall"),
            ]
            try await openQueues(&process)
            // The queues continue their own predictions; the app decides about its own ones.
            for pending in process.app.pending where !(pending.events.first is ChangePredicted) {
                let isRaise = pending.events.first is House.Raised
                random.chance(50) && !isRaise ? pending.prediction.commit() : pending.prediction.rollback()
            }
            return process
        }

        /// Opens the two queues of the user, who is signed in first.
        mutating func openQueues(_ process: inout Process) async throws {
            if await process.app.core.state.user != user { signIn(process) }
            for fill in kept.removeValue(forKey: user) ?? [] { contents[fill.room, default: []].append(fill.content) }
            process.queues = []
            openings += 1
            for name in ["first", "second"] {
                let credential = APIKeyCredential(user, header: "Authorization")
                process.queues.append(
                    try await ChangeQueue<Fill>.open(
                        journal: "/\(user) \(name)", account: user, configuration: sim.journal("house", on: disk),
                        destinations: [.api: .server(try server.gateway(sim, service), credential: credential)],
                        options: ChangeQueueOptions(
                            isOnline: true, runtime: sim.runtime("\(name) \(user) \(openings)")),
                        audience: .opened(process.app)))
            }
        }

        /// Signs the user in, with an empty state.
        mutating func signIn(_ process: Process) {
            number += 1
            process.app.core.fire(events: [Reset<House>(), House.SignedIn(user: user, token: "secret \(number)")])
            resets += 1
            prices = ReceivedPrices()
        }

        /// Receives a message of the market.
        mutating func receive(by core: Core<House>) {
            let message = market.next(&random)
            prices.receive(message)
            core.fire(event: message, .authoritative)
        }

        /// Raises a price, or ends a raise: without a change, or with the price of the server.
        mutating func raise(in process: inout Process) {
            guard !process.raises.isEmpty, random.chance(60) else {
                let id = random.below(3)
                process.raises.append(
                    Raise(prediction: process.app.core.predict(House.Raised(id: id)), id: id, resets: resets))
                return
            }
            let raise = process.raises.remove(at: random.below(process.raises.count))
            // A price that a raise commits stands before a later reset, which discards it.
            let isLost = raise.resets != resets
            if random.chance(50) { return raise.prediction.rollback() }
            let message = market.price(raise.id, &random)
            if !isLost { prices.receive(message) }
            raise.prediction.commit(with: [message])
        }

        mutating func enqueue(in process: Process) async throws {
            number += 1
            let place = random.below(2)
            let change = Fill(author: user, room: "room\(place)\(random.below(2))", content: "\(user) \(number)")
            let taken = try await sim.step("\(change.content) into \(change.room)") {
                try await process.queues[place].enqueue(change)
            }
            guard taken != nil else { return }
            self.taken.insert(change.content)
            contents[change.room, default: []].append(change.content)
        }

        mutating func signOut(_ process: inout Process, _ way: UnsentChanges, to next: String) async throws {
            for queue in process.queues {
                let unsent = try await queue.signOut(way)
                if way == .keep { kept[user, default: []] += unsent.queued.map(\.change) }
                if way == .drop {
                    told.formUnion(unsent.queued.map(\.change.content) + unsent.deadLetters.map(\.change.content))
                }
            }
            if user != next { hidden = [] }
            contents = user == next ? contents.mapValues { $0.filter { !told.contains($0) } } : [:]
            user = next
            try await openQueues(&process)
        }

        /// Kills the process, and expects in the next one what was durable.
        mutating func kill(_ process: inout Process) async throws {
            await process.app.core.settled()
            try await process.app.journal.durable()
            let before = await process.app.core.state
            disk.crash(losesPower: random.chance(50), &random)
            // The remaining state of the process.
            for queue in process.queues { try? await queue.close() }
            await process.app.core.close()
            let works = Locked<[String: Int]>([:])
            let again = try await open("look \(lives)", works: works, leavesPending: true)
            let page = await again.core.state.page
            try await sim.expect("\(before.page.document) was durable, \(page.document) is there") {
                page.document == before.page.document && page.undoCount == before.page.undoCount
                    && page.redoCount == before.page.redoCount
            }
            try await again.close()
            process = try await start()
        }

        /// Suspends the app while another process writes.
        mutating func suspend(_ process: inout Process) async throws {
            for queue in process.queues { try await queue.suspend() }
            try await process.app.suspend()
            number += 1
            process.app.core.fire(event: House.Wrote(number: number))
            if random.chance(50) { receive(by: process.app.core) }
            let other = try await open("other \(lives) \(number)", works: Locked([:]), leavesPending: true)
            other.core.fire(event: House.Wrote(number: -number))
            if random.chance(50) { receive(by: other.core) }
            if random.chance(20) { other.core.fire(event: House.Heated(isHeated: random.chance(50))) }
            try await other.close()
            try await process.app.resume()
            for queue in process.queues { try await queue.resume() }
            let (lines, number) = (await process.app.core.state.page.document.lines, number)
            try await sim.expect("\(lines) after a suspension") {
                lines.contains(-number) && (lines.contains(number) || number % 10 == 7)
            }
        }
    }

    @Test("In the end the rooms are the server's, no change is lost or doubled, and work and views follow the state")
    func mixture() async throws {
        try await Simulation.check(
            seeds: Loops.seeds(of: 2_000, atLeast: 200), options: SimulationOptions(runsTwice: false)
        ) { sim in
            var random = sim.random
            let refused = random.number(in: 1...15)
            let server = SimulatedServer { $0 == refused }
            var device = Device(
                sim: sim, server: server, service: sim.service("house", faults: .flaky),
                random: random.split(named: "device"))
            var process = try await device.start()
            for _ in 0..<random.number(in: 5...14) {
                let core = process.app.core
                device.number += 1
                let wrote = House.Wrote(number: device.number)
                switch random.below(19) {
                case 0, 1, 2: try await device.enqueue(in: process)
                case 3: core.fire(events: [wrote, House.Heated(isHeated: random.chance(50))])
                case 4: process.predictions.append(core.predict(wrote))
                case 5 where !process.predictions.isEmpty:
                    let prediction = process.predictions.remove(at: random.below(process.predictions.count))
                    random.chance(50) ? prediction.commit() : prediction.rollback(with: [wrote])
                case 6: if let undo = await core.read({ $0.page.undoEvent }) { core.fire(event: undo) }
                case 7: if let redo = await core.read({ $0.page.redoEvent }) { core.fire(event: redo) }
                case 8 where random.chance(30):
                    device.signIn(process)
                    device.hidden.formUnion(device.contents.keys)
                    device.contents = [:]
                case 9: core.load("status", \.status, about: []) { try await $0.dependencies.house.all("anna") }
                case 10: core.invalidate(QueryTag("name", "hall"))
                case 11:
                    let room = core.scope(to: \.rooms, id: "room00", default: House.Room(id: "room00"))
                    room.perform(options: CommandOptions(id: "visit", policy: .restart)) { core in
                        try await core.runtime.clock.sleep(for: .milliseconds(5))
                        core.fire(event: House.Visited(room: "room00"))
                    }
                case 12: try await device.suspend(&process)
                case 13: try await device.kill(&process)
                case 14:
                    try await device.signOut(
                        &process, random.chance(50) ? .keep : .drop, to: ["anna", "bert"][random.below(2)])
                case 15:
                    device.market.move(&random)
                    device.receive(by: core)
                case 16: device.market.move(&random)
                case 17: device.raise(in: &process)
                default: await process.queues[random.below(2)].setOnline(random.chance(60))
                }
                if random.chance(60) { try await sim.sleep(for: .milliseconds(random.number(in: 0...100))) }
            }
            sim.endFaults()
            for prediction in process.predictions { prediction.commit() }
            for raise in process.raises { raise.prediction.rollback() }
            try await Self.expectWork(of: process, device, sim)
            for user in ["bert", "anna"] {
                try await device.signOut(&process, .keep, to: user)
                for queue in process.queues {
                    await queue.setOnline(true)
                    await queue.idle()
                    device.told.formUnion(await queue.deadLetters.map(\.change.content))
                    for letter in await queue.deadLetters { try await queue.drop(letter.id) }
                }
            }
            try await Self.expectEnd(of: process, device, sim)
            for queue in process.queues { try await queue.close() }
            let state = await process.app.core.state
            try await process.app.close()
            try await Self.expectRecording(of: state, on: device.disk, sim)
        }
    }

    /// Expects that the journal replays to the state, and that a report contains no secret and replays to the rest of it.
    private static func expectRecording(of state: House, on disk: SimulatedDisk, _ sim: Simulation) async throws {
        let scratch = try ScratchFolder()
        for name in try disk.list("/house") {
            let file = try disk.open("/house/\(name)", .read)
            let bytes = try file.readAll(Int(try file.size()), at: 0)
            try Data(bytes).write(to: URL(fileURLWithPath: "\(scratch.path)/\(name)"))
        }
        let journal = try RecordingFile(path: scratch.path)
        var replay = try Replay(of: journal, catalog: House.catalog)
        try await sim.expect("\(replay.state) is replayed, \(state) was shown") { replay.state == state }
        let finding = try Verification(of: journal, catalog: House.catalog).finding
        try await sim.expect("\(finding?.description ?? "")") { finding == nil }
        let report = try BugReport(of: journal, catalog: House.catalog, redactor: House.secrets)
        try await sim.expect("a secret in the report") {
            !String(decoding: report.bytes(), as: UTF8.self).contains("secret ")
        }
        let copy = "\(scratch.path)/report.jsonl"
        try Data(report.recording).write(to: URL(fileURLWithPath: copy))
        var reported = try Replay(of: RecordingFile(path: copy), catalog: House.catalog)
        var rest = state
        if !rest.token.isEmpty { rest.token = reported.state.token }
        try await sim.expect("\(reported.state) is reported, \(state) was shown") { reported.state == rest }
    }

    /// Expects the work and the views that the state requires, and undoes and redoes all steps.
    private static func expectWork(of process: Process, _ device: Device, _ sim: Simulation) async throws {
        let core = process.app.core
        var there = Set(await device.server.done.map(\.body))
        for queue in process.queues {
            await queue.setOnline(true)
            await queue.idle()
            there.formUnion(await queue.queued.map(\.change.content))
        }
        there.formUnion(await device.server.done.map(\.body))
        await core.idle(except: ["work"])
        // The commands of a wish begin and end a little later.
        try await sim.sleep(for: .seconds(1))
        let state = await core.state
        let expected = device.contents.compactMapValues { $0.last(where: there.contains) }
            .filter { !device.hidden.contains($0.key) }
        let rooms = Dictionary(uniqueKeysWithValues: state.rooms.map { ($0.id, $0.content) })
            .filter { !device.hidden.contains($0.key) }
        // A change that was sent before a sign-out can be shown again at the next sign-in.
        try await sim.expect("\(rooms) are shown, \(expected) were left") {
            expected.allSatisfy { rooms[$0.key] == $0.value }
                && rooms.values.allSatisfy { there.contains($0) && $0.hasPrefix(device.user) }
        }
        try await sim.expect("a view shows an older state") { process.shown.copy == state }
        let prices = Dictionary(uniqueKeysWithValues: state.prices.rows.map { ($0.id, $0.cents) })
        try await sim.expect("\(state.prices) are shown, \(device.prices.shown) were received") {
            prices == device.prices.shown && state.prices.rows.allSatisfy { $0.raises == 0 }
        }
        let works = process.works.copy.filter { $0.value != 0 }
        let wished = Dictionary(
            uniqueKeysWithValues: state.rooms.ids.map { ("room \($0)", 1) } + (state.isHeated ? [("heating", 1)] : []))
        try await sim.expect("\(works) run, \(wished) are wished") { works == wished }
        while let undo = await core.read({ $0.page.undoEvent }) { core.fire(event: undo) }
        let count = await core.read { $0.page.redoCount }
        while let redo = await core.read({ $0.page.redoEvent }) { core.fire(event: redo) }
        for _ in 0..<state.page.redoCount {
            if let undo = await core.read({ $0.page.undoEvent }) { core.fire(event: undo) }
        }
        let page = await core.state.page
        try await sim.expect("\(page.document) after undo and redo of \(state.page.document), \(count) steps") {
            page.document == state.page.document && count == state.page.undoCount + state.page.redoCount
        }
        sim.sometimes("heating and rooms work at the same time", works["heating"] != nil && works.count > 1)
        sim.sometimes("steps were undone and redone", state.page.canUndo && state.page.canRedo)
    }

    private static func expectEnd(of process: Process, _ device: Device, _ sim: Simulation) async throws {
        let core = process.app.core
        try await core.readBetweenChanges { [House.RoomsRead(contents: await device.server.rooms(of: "anna"))] }
        core.invalidate(QueryTag("name", "hall"))
        await core.idle(except: ["work"])
        let state = await core.state
        let (pending, there) = (await core.pending, await device.server.rooms(of: "anna"))
        try await sim.expect("\(pending) are pending") { pending.isEmpty }
        let shown = Dictionary(uniqueKeysWithValues: state.rooms.map { ($0.id, $0.content) })
        try await sim.expect("\(shown) is shown, \(there) is there") { shown == there }
        try await sim.expect("\(state.names)") { state.names["hall"] == "the name of hall" }
        let done = await device.server.done
        try await sim.expect("sent twice, or as somebody else: \(done)") {
            Set(done.map(\.body)).count == done.count && done.allSatisfy { $0.body.hasPrefix($0.user) }
        }
        let lost = device.taken.subtracting(done.map(\.body)).subtracting(device.told)
        try await sim.expect("\(lost.sorted()) are lost without a word") { lost.isEmpty }
        sim.sometimes("a change was reported", !device.told.isEmpty)
        sim.sometimes("the app was killed", device.lives > 1)
    }
}

extension SimulatedServer {
    /// The contents of the rooms of a user.
    fileprivate func rooms(of user: String) -> [String: String] {
        values.reduce(into: [:]) { rooms, value in
            let path = value.key.split(separator: "/").map(String.init)
            if path.first == user { rooms[path[1]] = value.value }
        }
    }
}
