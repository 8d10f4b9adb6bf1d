import Foundation
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices

/// Two queues of one core, which are used until the process is killed. The script `Tests/Kills/queues` does the killing.
///
///     queue-kill use FOLDER SEED
///     queue-kill check FOLDER
///
/// Both first check the state: a queued change is shown, a refused one is not, a result that the service sent stays, and each
/// acknowledged change is queued, refused or done. `use` then queues, pushes, signs out and opens queues again until it is
/// killed. `check` pushes everything, and fails if a change is missing, or was done twice.
@main
struct QueueKill {
    static func main() async {
        let arguments = CommandLine.arguments
        do {
            switch (arguments.count, arguments.dropFirst().first) {
            case (4, "use"): try await Life(arguments[2]).use(seed: UInt64(arguments[3]) ?? 0)
            case (3, "check"): try await Life(arguments[2]).end()
            default: fail("usage: queue-kill use FOLDER SEED | check FOLDER", 2)
            }
        } catch {
            fail("\(error)", 1)
        }
    }

    static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data("error: \(message)\n".utf8))
        exit(code)
    }
}

private struct Mark: OfflineChange {
    var id: String
    var lane: LaneName { LaneName(rawValue: "\(id.utf8.last ?? 0)") }
    var requests: any RequestSequence {
        DescribedChange(
            lane: lane,
            steps: [RequestDescription(operation: "mark", step: "put", method: .put, target: .path("marks/\(id)"))])
    }
    var predicted: [any Event] { [Marked(id: id, phase: "queued")] }
    func resolution(answers: [Exchange]) -> Resolution { .commit(with: [Marked(id: id, phase: "saved")]) }
}

private struct Marked: Event, Codable {
    var id: String
    var phase: String
}

private struct Marks: State, Codable {
    var phases: [String: String] = [:]
    mutating func react(to event: any Event) {
        if let event = event as? Marked { phases[event.id] = event.phase }
    }

    static var catalog: EventCatalog<Marks> { EventCatalog(events: [.event(Marked.self, as: "marked")]) }
}

/// Lines of a file, which remain when the process is killed.
private struct Lines: Sendable {
    let path: String

    /// One call of the system for each line, so that no line is incomplete.
    func append(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        if file < 0 || write(file, bytes, bytes.count) != bytes.count { QueueKill.fail("\(path) was not written", 1) }
        close(file)
    }

    var all: [String] {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }
}

private struct Life {
    private static let names = ["notes", "likes"]
    private let folder: String
    private let acknowledged: Lines
    private let done: Lines

    init(_ folder: String) {
        self.folder = folder
        acknowledged = Lines(path: "\(folder)/acknowledged")
        done = Lines(path: "\(folder)/done")
    }

    /// A service that refuses every seventh change, and does the others once.
    private var network: InMemoryNetworkAdapter {
        InMemoryNetworkAdapter { [done] request, _ in
            let id = String(request.path.dropFirst("marks/".count))
            if (Int(id.dropFirst(5)) ?? 0) % 7 == 0 { return .empty(422, for: request) }
            if !done.all.contains(id) { done.append(id) }
            return .empty(204, for: request)
        }
    }

    private func openApp() async throws -> OpenedCore<Marks> {
        let app = try await Core.open(
            journal: "\(folder)/app", initial: Marks(), catalog: Marks.catalog,
            configuration: JournalConfiguration(app: "marks", durability: .process))
        for resumed in app.pending { resumed.prediction.commit() }
        return app
    }

    private func open(_ name: String, _ app: OpenedCore<Marks>) async throws -> ChangeQueue<Mark> {
        try await ChangeQueue<Mark>.open(
            journal: "\(folder)/\(name)", configuration: JournalConfiguration(app: "marks", durability: .process),
            destinations: [.api: .server(JsonGateway(baseURL: try BaseURL("https://marks.example"), network: network))],
            options: ChangeQueueOptions(isOnline: false), audience: .opened(app))
    }

    func use(seed: UInt64) async throws {
        let app = try await openApp()
        var queues: [String: ChangeQueue<Mark>] = [:]
        for name in Self.names { queues[name] = try await open(name, app) }
        try await check(app, queues)
        var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for number in 1... {
            random ^= random << 13; random ^= random >> 7; random ^= random << 17
            let name = Self.names[Int(random >> 8 & 1)]
            guard let queue = queues[name] else { continue }
            switch random % 10 {
            case 0..<6:
                let id = "\(name)\(seed % 100_000)\(number + 10_000)"
                try await queue.enqueue(Mark(id: id), id: ChangeID(rawValue: id))
                acknowledged.append(id)
            case 6, 7:
                await queue.setOnline(true)
                if random >> 16 & 1 == 0 { await queue.idle() }
                await queue.setOnline(false)
            case 8:
                try await queue.signOut(.keep)
                queues[name] = try await open(name, app)
            default:
                try await queue.close()
                queues[name] = try await open(name, app)
                for queue in queues.values { await queue.idle() }
                try await check(app, queues)
            }
        }
    }

    func end() async throws {
        let app = try await openApp()
        var queues: [String: ChangeQueue<Mark>] = [:]
        for name in Self.names { queues[name] = try await open(name, app) }
        for queue in queues.values { await queue.setOnline(true) }
        for queue in queues.values { await queue.idle() }
        try await check(app, queues)
        let left = await app.core.pending.count
        if left > 0 { QueueKill.fail("\(left) predictions are pending after everything was pushed", 1) }
        for queue in queues.values { try await queue.close() }
        try await app.close()
        print("\(acknowledged.all.count) \(done.all.count)")
    }

    private func check(_ app: OpenedCore<Marks>, _ queues: [String: ChangeQueue<Mark>]) async throws {
        await app.core.settled()
        let (state, done) = (await app.core.state, self.done.all)
        if Set(done).count != done.count { QueueKill.fail("a change was done twice", 1) }
        var (queued, refused): (Set<String>, Set<String>) = ([], [])
        for queue in queues.values {
            queued.formUnion(await queue.queued.map(\.change.id))
            refused.formUnion(await queue.deadLetters.map(\.change.id))
        }
        for id in queued where state.phases[id] != "queued" {
            QueueKill.fail("\(id) is queued, and shown as \(state.phases[id] ?? "nothing")", 1)
        }
        for id in refused where state.phases[id] != nil { QueueKill.fail("\(id) is refused, and shown", 1) }
        for id in done where !queued.contains(id) && state.phases[id] != "saved" {
            QueueKill.fail("\(id) is done, and shown as \(state.phases[id] ?? "nothing")", 1)
        }
        let known = queued.union(refused).union(done)
        for id in acknowledged.all where !known.contains(id) { QueueKill.fail("\(id) is lost", 1) }
        let pending = await app.core.pending.count
        if pending != queued.count { QueueKill.fail("\(pending) are pending, and \(queued.count) are queued", 1) }
    }
}
