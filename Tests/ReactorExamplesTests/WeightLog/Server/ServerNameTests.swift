import Reactor
import ReactorRecording
import ReactorServices
import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Naming a server")
struct ServerNameTests {
    private let server = MemoryServer()
    private let weightlog: LoggedWeights

    init() { weightlog = LoggedWeights(network: server.network) }

    @Test("A log belongs to one server; another name is refused, and nothing is changed")
    func other() async throws {
        _ = await weightlog.log("2026-01-02", "81")
        let other = await weightlog("log", "82", "--server", "https://other.example")
        #expect(other.code == .failed)
        #expect(
            other.errors.contains("is https://weights.example, not https://other.example; use another folder"))
        #expect(await weightlog.list().count == 1)
        #expect(try weightlog.scratch.text(of: weightlog.scratch.folder.serverFile) == "https://weights.example\n")
    }

    @Test("A missing or damaged name is reported with the fix")
    func gone() async throws {
        _ = await weightlog.log("2026-01-02", "81")
        try weightlog.scratch.write("nonsense", to: weightlog.scratch.folder.serverFile)
        #expect(await weightlog("sync").errors.contains("contains no address; remove it, and name the server again"))
        try weightlog.scratch.remove(weightlog.scratch.folder.serverFile)
        #expect(await weightlog("sync").errors.contains("is missing; it contains the address of the server"))
        #expect(await weightlog("sync", "--server", "https://moved.example").code == .ok)
    }

    @Test("A subcommand that cannot use a server ends with 2")
    func usage() async {
        #expect(await weightlog("sync").code == .usage)
        for address in ["ftp://x", "nonsense", "https://user:secret@x", ""] {
            let run = await weightlog("log", "81", "--server", address)
            #expect(run.code == .usage, "\(address)")
            #expect(!run.errors.contains("secret"))
        }
        #expect(!weightlog.scratch.exists(weightlog.scratch.segment))
        #expect(await weightlog("queue").output == "Nothing waits for a server.\n")
    }

    @Test("A log without a server sends no requests")
    func nobody() async {
        _ = await weightlog("log", "81", "--on", "2026-01-02")
        #expect(server.arrivals.isEmpty)
        #expect(!weightlog.scratch.exists(weightlog.scratch.folder.outbox))
    }

    @Test("A second process receives the process id of the owner; readers do not wait")
    func busy() async throws {
        server.change { $0.isThere = false }
        _ = await weightlog.log("2026-01-02", "81")
        let opened = try await Core.open(
            journal: weightlog.scratch.folder.path, initial: Weights(), catalog: Weights.catalog,
            configuration: JournalConfiguration(app: Weights.app))
        #expect(await weightlog("sync").errors.contains("is locked: another core of this process"))
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 pending"])
        await opened.core.close()
        try await opened.journal.close()
        server.change { $0.isThere = true }
        #expect(await weightlog("sync").code == .ok)
    }
}
