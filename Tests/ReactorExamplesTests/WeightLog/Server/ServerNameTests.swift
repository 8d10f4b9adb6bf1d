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

    @Test("A log without a server sends no requests")
    func nobody() async {
        _ = await weightlog("log", "81", "--on", "2026-01-02")
        #expect(server.arrivals.isEmpty)
        #expect(!weightlog.scratch.exists(weightlog.scratch.folder.outbox))
    }
}
