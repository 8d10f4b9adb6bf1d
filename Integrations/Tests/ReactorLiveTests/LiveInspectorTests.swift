import Foundation
import Reactor
import ReactorLive
import ReactorRecording
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Box: State, Codable {
    var notes: [String] = []
    var pin = "secret-of-the-state"

    mutating func react(to event: any Event) {
        if let event = event as? Noted { notes.append(event.text) }
    }

    static let catalog = EventCatalog<Box>(events: [.event(Noted.self, as: "noted")])
    static let redactor = Redactor(state: [["pin"]], events: ["noted": [["password"]]])
}

private struct Noted: Event, Codable {
    var text: String
    var password: String?
}

private struct Refusing: Middleware {
    func intercept(event: any Event, state: Box) -> (any Event)? {
        (event as? Noted)?.text == "forbidden" ? nil : event
    }
}

/// A folder that is removed at the end of its test.
private final class Scratch: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("live-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("The live inspector", .timeLimit(.minutes(2)))
struct LiveInspectorTests {
    private let scratch = Scratch()
    private var folder: String { scratch.path }

    private func opened(_ rotation: Rotation = Rotation(), _ name: String = "journal") async throws -> OpenedCore<Box> {
        try await Core.open(
            journal: "\(folder)/\(name)", initial: Box(), catalog: Box.catalog,
            configuration: JournalConfiguration(app: "box", rotation: rotation),
            middlewares: [Refusing()])
    }

    private func note(_ texts: some Sequence<String>, in opened: OpenedCore<Box>) async throws {
        for text in texts { opened.core.fire(event: Noted(text: text)) }
        await opened.core.settled()
        try await opened.journal.durable()
    }

    /// Serves the journal while `body` reads.
    private func serving(
        _ name: String = "journal", redactor: Redactor = .confidential, fire: LiveInspector<Box>.Firing? = nil,
        _ body: @Sendable @escaping (Reader) async throws -> Void
    ) async throws {
        let inspector = LiveInspector(of: "\(folder)/\(name)", catalog: Box.catalog, redactor: redactor, fire: fire)
        let (addresses, address) = AsyncStream.makeStream(of: String.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { address.finish() }
                try await inspector.run { address.yield($0) }
            }
            group.addTask {
                for await address in addresses { return try await body(Reader(address)) }
            }
            // The first task to end: the reader, or an inspector that could not continue.
            try await group.next()
            group.cancelAll()
        }
    }

    @Test("Every open page receives each later entry once")
    func updates() async throws {
        let opened = try await opened()
        try await note(["a", "b", "c"], in: opened)
        try await serving { reader in
            #expect(try await reader.entries() == [1, 2, 3])
            var first = try reader.events(after: 3).makeAsyncIterator()
            var second = try reader.events(after: 1).makeAsyncIterator()
            #expect(try await second.entries(through: 3) == [2, 3])
            try await note(["d", "e"], in: opened)
            #expect(try await first.entries(through: 5) == [4, 5])
            #expect(try await second.entries(through: 5) == [4, 5])
            #expect(try await reader.entries() == [1, 2, 3, 4, 5])
            // A browser that reconnects sends its last entry.
            var again = try reader.request("/events", "&from=0&after=1")
            again.setValue("4", forHTTPHeaderField: "Last-Event-ID")
            var third = EventStream(again).makeAsyncIterator()
            #expect(try await third.entries(through: 5) == [5])
        }
        try await opened.close()
    }

    @Test("A request without the token or with another host name is refused")
    func access() async throws {
        let opened = try await opened()
        try await note(["a"], in: opened)
        try await serving(fire: { await opened.core.submit(event: $0) }) { reader in
            let port = try #require(reader.address.port)
            let token = try #require(reader.address.queryItems?.first?.value)
            for (path, body) in [("/", nil), ("/events", nil), ("/fire", "{}"), ("/try", "{}"), ("/none", nil)]
                as [(String, String?)]
            {
                let query = "&from=0&after=0"
                for token in ["", "0-0-0-0", String(token.dropLast()), token + "0"] {
                    let answer = try await reader.answer(to: reader.request(path, query, token: token, body: body))
                    #expect(answer.status == 403 && !answer.text.contains("noted"), "\(path) with \(token)")
                }
                for host in [
                    "attacker.example", "attacker.example:\(port)", "localhost.attacker.example", "127.0.0.1.nip.io",
                ] {
                    let answer = try await reader.answer(to: reader.request(path, query, host: host, body: body))
                    #expect(answer.status == 403 && !answer.text.contains("noted"), "\(path) of \(host)")
                }
            }
            for host in ["localhost:\(port)", "127.0.0.1", "[::1]:\(port)"] {
                #expect(try await reader.answer(to: reader.request("/", host: host)).status == 200)
            }
            #expect(try await reader.answer(to: reader.request("/none")).status == 404)
            #expect(try await reader.answer(to: reader.request("/events")).status == 400)
        }
        #expect(await opened.core.state.notes == ["a"])
        try await opened.close()
    }

    @Test("A secret appears neither on the page, nor in the stream, nor in a response")
    func secrets() async throws {
        let secret = "planted-secret"
        for redactor in [Redactor(), Box.redactor] {
            let opened = try await opened()
            opened.core.fire(event: Noted(text: "a", password: secret + "-1"))
            try await note(["b"], in: opened)
            let isThere = Box.redactor.state(["pin": "x"]) != redactor.state(["pin": "x"])
            try await serving(redactor: redactor, fire: { await opened.core.submit(event: $0) }) { reader in
                let page = try await reader.get("/")
                #expect(page.contains(secret) == isThere && page.contains("secret-of-the-state") == isThere)
                var events = try reader.events(after: 2).makeAsyncIterator()
                opened.core.fire(event: Noted(text: "c", password: secret + "-2"))
                try await note([], in: opened)
                let update = try #require(try await events.next())
                #expect(update.data.contains(#""c""#) && update.data.contains(secret) == isThere)
                let tried = try await reader.post(
                    "/try", #"{"event":"noted","payload":{"text":"d","password":"\#(secret)"}}"#)
                #expect(
                    tried.status == 200 && !tried.text.contains(secret) && !tried.text.contains("secret-of-the-state"))
            }
            try await opened.close()
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("An event is fired, and the response to a refused event contains the reason")
    func firing() async throws {
        let opened = try await opened()
        try await note(["a"], in: opened)
        try await serving(fire: { await opened.core.submit(event: $0) }) { reader in
            #expect(try await reader.post("/fire", #"{"event":"noted","payload":{"text":"b"}}"#).status == 200)
            #expect(await opened.core.state.notes == ["a", "b"])
            let refused = try await reader.post("/fire", #"{"event":"noted","payload":{"text":"forbidden"}}"#)
            #expect(refused.status == 409 && refused.text.contains("Noted") && refused.text.contains("middleware"))
            for body in [#"{"event":"unknown"}"#, #"{"event":"noted","payload":{}}"#, "{", "[]"] {
                let wrong = try await reader.post("/fire", body)
                #expect(wrong.status == 400 && wrong.text.count > 10, "\(body)")
            }
            #expect(await opened.core.state.notes == ["a", "b"])
        }
        try await note(["a"], in: opened)
        try await serving { reader in
            let answer = try await reader.post("/fire", #"{"event":"noted","payload":{"text":"b"}}"#)
            #expect(answer.status == 403 && answer.text.contains("no `fire` closure"))
        }
        #expect(await opened.core.state.notes == ["a", "b", "a"])
        try await opened.close()
    }

    @Test("An event is tried on a copy of the state")
    func trying() async throws {
        let opened = try await opened()
        try await note(["a", "b", "c"], in: opened)
        try await serving { reader in
            let now = try await reader.post("/try", #"{"event":"noted","payload":{"text":"d"}}"#)
            #expect(now.text == #"{"at":3,"changes":[{"path":"notes[3]","after":"d"}],"omitted":0}"#)
            let before = try await reader.post("/try", #"{"event":"noted","payload":{"text":"d"},"at":1}"#)
            #expect(before.text == #"{"at":1,"changes":[{"path":"notes[1]","after":"d"}],"omitted":0}"#)
            #expect(try await reader.post("/try", #"{"event":"noted","payload":{"text":"d"},"at":9}"#).status == 400)
            #expect(try await reader.entries() == [1, 2, 3])
        }
        #expect(await opened.core.state.notes == ["a", "b", "c"])
        try await opened.close()
    }

    @Test("An incomplete last line is reported when it is complete")
    func incompleteLine() async throws {
        let opened = try await opened()
        try await note(["a", "b", "c"], in: opened)
        let name = "segment-000001.jsonl"
        let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/journal/\(name)"))
        try await opened.close()
        let copy = URL(fileURLWithPath: "\(folder)/torn/\(name)")
        try FileManager.default.createDirectory(atPath: "\(folder)/torn", withIntermediateDirectories: true)
        let start = try #require(whole.range(of: Data(#"{"seq":3"#.utf8))?.lowerBound)
        try whole[..<(start + 20)].write(to: copy)
        try await serving("torn") { reader in
            #expect(try await reader.entries() == [1, 2])
            var events = try reader.events(after: 2).makeAsyncIterator()
            let file = try FileHandle(forWritingTo: copy)
            try file.seekToEnd()
            try file.write(contentsOf: whole[(start + 20)...])
            try file.close()
            #expect(try await events.entries(through: 3) == [3])
        }
    }

    @Test("A rotated journal is followed from file to file")
    func rotatedJournal() async throws {
        let opened = try await opened(Rotation(entries: 10, keeping: nil))
        try await note((1...5).map(String.init), in: opened)
        try await serving { reader in
            var events = try reader.events(after: 5).makeAsyncIterator()
            for start in stride(from: 6, to: 66, by: 10) {
                try await note((start..<(start + 10)).map(String.init), in: opened)
            }
            #expect(try await events.entries(through: 65) == Array(6...65))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: "\(folder)/journal").filter {
                    $0.hasSuffix(".jsonl")
                }.count > 3)
        }
        try await opened.close()
    }

    @Test("A page reloads if files were removed before they were read")
    func reload() async throws {
        let opened = try await opened(Rotation(entries: 10, keeping: nil))
        try await note((1...10).map(String.init), in: opened)
        for start in stride(from: 11, to: 51, by: 10) {
            try await note((start..<(start + 10)).map(String.init), in: opened)
        }
        try await opened.close()
        let files = FileManager.default
        let names = try files.contentsOfDirectory(atPath: "\(folder)/journal").filter { $0.hasSuffix(".jsonl") }
            .sorted()
        try #require(names.count > 3)
        // The entry after which each page begins.
        let from = try names.map { name in
            let text = try String(contentsOfFile: "\(folder)/journal/\(name)", encoding: .utf8)
            return try #require(try JSON(parsing: text.prefix { $0 != "\n" }.utf8)["from"]?.int)
        }
        for (name, segments) in [("old", names.prefix(1)), ("new", names.suffix(2))] {
            try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            for segment in segments {
                try files.copyItem(atPath: "\(folder)/journal/\(segment)", toPath: "\(folder)/\(name)/\(segment)")
            }
        }
        // A link, so that all files change in one step.
        try files.createSymbolicLink(atPath: "\(folder)/live", withDestinationPath: "\(folder)/old")
        try await serving("live") { reader in
            #expect(try await reader.entries() == Array(1...from[1]))
            var events = try reader.events(after: from[1]).makeAsyncIterator()
            try files.createSymbolicLink(atPath: "\(folder)/next", withDestinationPath: "\(folder)/new")
            #expect(rename("\(folder)/next", "\(folder)/live") == 0)
            #expect(try await events.next()?.kind == "reload")
            #expect(try await events.next() == nil)
            #expect(try await reader.entries() == Array((from[names.count - 2] + 1)...50))
            // An earlier page that reconnects is notified, too.
            var late = try reader.events(after: 45).makeAsyncIterator()
            #expect(try await late.next()?.kind == "reload")
        }
    }

    @Test("The inspector listens on the loopback address only, and reports a port that is in use")
    func loopback() async throws {
        let opened = try await opened()
        try await note(["a"], in: opened)
        try await serving { reader in
            let port = try #require(reader.address.port)
            #expect(reader.address.host == "127.0.0.1")
            let other = LiveInspector(of: "\(folder)/journal", catalog: Box.catalog)
            let error = await #expect(throws: PortTaken.self) { try await other.run(port: UInt16(port)) { _ in } }
            let fix = "End the program that listens there, or choose another port: 0 for a free one."
            #expect(error.map { "\($0)" } == "Port \(port) of this machine is in use. \(fix)")
        }
        try await opened.close()
        await #expect(throws: (any Error).self, "There is no journal.") {
            try await LiveInspector(of: "\(folder)/none", catalog: Box.catalog).run { _ in }
        }
    }
}
