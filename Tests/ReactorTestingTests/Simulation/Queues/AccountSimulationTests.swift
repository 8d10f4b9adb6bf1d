import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("Accounts that sign in and out on one device, over a flaky network")
struct AccountSimulationTests {
    private struct Note: OfflineChange {
        var author: String
        var text: String

        var lane: LaneName { LaneName(rawValue: "lane\(text.utf8.count % 2)") }
        var requests: any RequestSequence {
            DescribedChange(
                lane: lane,
                steps: [
                    RequestDescription(
                        operation: text, step: "put", method: .put, target: .path("notes/\(text)"), body: .text(author))
                ])
        }
        var predicted: [any Event] { [Noted(author: author, text: text)] }
    }

    private struct Noted: Event, Codable {
        var author: String
        var text: String
    }

    private struct SignedIn: Event, Codable { var user: String }

    private struct Notes: State, Codable {
        var notes: [String: String] = [:]
        var user: String?

        mutating func react(to event: any Event) {
            switch event {
            case let event as Noted: notes["\(event.author) \(event.text)"] = event.author
            case let event as SignedIn: (notes, user) = ([:], event.user)
            default: break
            }
        }

        static var catalog: EventCatalog<Notes> {
            EventCatalog(events: [.event(Noted.self, as: "noted"), .event(SignedIn.self, as: "signedIn")])
        }
    }

    /// The device: the signed-in user outlives its processes.
    private struct Device {
        let sim: Simulation
        let disk = SimulatedDisk()
        let server: SimulatedServer
        let service: SimulatedService
        var user = "anna"
        /// The acknowledged notes, by author.
        var taken: [String: Set<String>] = [:]
        /// The notes that a sign-out or a dead letter has reported, by author.
        var told: [String: Set<String>] = [:]
        var numbers: [String: Int] = [:]
        var lives = 0

        /// One process: opens everything for the signed-in user.
        mutating func open() async throws -> (app: OpenedCore<Notes>, queue: ChangeQueue<Note>) {
            lives += 1
            let app = try await Core.open(
                journal: "/app", initial: Notes(), catalog: Notes.catalog,
                configuration: sim.journal("notes", on: disk),
                runtime: sim.runtime("app \(lives)"))
            let queue = try await open(app)
            return (app, queue)
        }

        func open(_ app: OpenedCore<Notes>, folder: String? = nil) async throws -> ChangeQueue<Note> {
            // On top of everything: an authoritative event goes below pending predictions, and a later commit above it stays.
            if await app.core.state.user != user { app.core.fire(event: SignedIn(user: user)) }
            return try await ChangeQueue<Note>.open(
                journal: "/changes-\(folder ?? user)", account: user, configuration: sim.journal("notes", on: disk),
                destinations: [
                    .api: .server(
                        try server.gateway(sim, service), credential: APIKeyCredential(user, header: "Authorization"))
                ],
                options: ChangeQueueOptions(isOnline: true, runtime: sim.runtime("queue \(lives) \(user)")),
                audience: .opened(app))
        }
    }

    @Test("Changes of one account are not sent as another, shown to another, or lost without a report")
    func accounts() async throws {
        try await Simulation.check(seeds: 0..<UInt64(Loops.rounds(of: 1_000))) { sim in
            var random = sim.random
            let refused = random.number(in: 1...12)
            let server = SimulatedServer { $0 == refused }
            var device = Device(sim: sim, server: server, service: sim.service("notes", faults: .hostile))
            var (app, queue) = try await device.open()
            for _ in 0..<random.number(in: 6...14) {
                let user = device.user
                switch random.below(10) {
                case 0..<5:
                    let number = device.numbers[user, default: 0] + 1
                    let text = String(repeating: "n", count: number)
                    let note = Note(author: user, text: text)
                    // Both users' changes have the same names.
                    let isTaken = try await sim.step("\(user) writes \(number)") {
                        try await queue.enqueue(note, id: ChangeID(rawValue: text))
                    }
                    if isTaken != nil {
                        device.numbers[user] = number
                        device.taken[user, default: []].insert(text)
                    }
                case 5: await queue.setOnline(random.chance(60))
                case 6, 7:
                    let way: UnsentChanges = random.chance(60) ? .keep : .drop
                    let unsent = try await queue.signOut(way)
                    sim.sometimes("changes were left behind", !unsent.queued.isEmpty)
                    try await sim.expect("others' changes are shown as unsent") {
                        unsent.queued.allSatisfy { $0.account == user && $0.change.author == user }
                    }
                    if way == .drop {
                        device.told[user, default: []].formUnion(unsent.queued.map(\.change.text))
                        device.told[user, default: []].formUnion(unsent.deadLetters.map(\.change.text))
                    }
                    device.user = user == "anna" ? "bert" : "anna"
                    if way == .keep, !unsent.queued.isEmpty {
                        let refusal = try await Self.refusal { _ = try await device.open(app, folder: user) }
                        try await sim.expect("\(String(describing: refusal))") {
                            refusal == .otherAccount(kept: user, given: device.user)
                        }
                        sim.sometimes("a queue was refused to another account")
                    }
                    queue = try await device.open(app)
                case 8:
                    device.disk.crash(losesPower: random.chance(50), &random)
                    // The remaining state of the process.
                    try? await queue.close()
                    await app.core.close()
                    if random.chance(30) { device.user = user == "anna" ? "bert" : "anna" }
                    (app, queue) = try await device.open()
                    sim.sometimes("a process was killed")
                default: try await sim.sleep(for: .milliseconds(random.number(in: 0...200)))
                }
                let (current, shown) = (device.user, await app.core.state.notes)
                try await sim.expect("\(current) sees \(shown)") { shown.values.allSatisfy { $0 == current } }
            }
            sim.endFaults()
            for user in ["anna", "bert"] {
                _ = try await queue.signOut(.keep)
                device.user = user
                queue = try await device.open(app)
                await queue.setOnline(true)
                await queue.idle()
                device.told[user, default: []].formUnion(await queue.deadLetters.map(\.change.text))
            }
            try await queue.close()
            await app.core.close()
            try await app.journal.close()
            let done = await server.done
            try await sim.expect("sent as somebody else: \(done)") { done.allSatisfy { $0.user == $0.body } }
            for (user, taken) in device.taken.sorted(by: { $0.key < $1.key }) {
                let arrived = Set(done.filter { $0.user == user }.map { String($0.path.dropFirst("notes/".count)) })
                let lost = taken.subtracting(arrived).subtracting(device.told[user] ?? [])
                try await sim.expect("of \(user), \(lost.sorted()) are lost without a word") { lost.isEmpty }
            }
        }
    }

    private static func refusal(_ body: () async throws -> Void) async throws -> ChangeQueueError? {
        do { try await body() } catch let error as ChangeQueueError { return error }
        return nil
    }
}
