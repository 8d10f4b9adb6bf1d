import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Refused changes")
struct RefusedTests {
    private let server = MemoryServer()
    private let weightlog: LoggedWeights

    init() { weightlog = LoggedWeights(network: server.network) }

    @Test("A refused weight is not in the log and is shown with its reason; its number is not used again")
    func refused() async {
        server.change { $0.refused["PUT"] = 422 }
        let log = await weightlog.log("2026-01-02", "81")
        #expect(log.code == .failed)
        #expect(log.errors.contains("the server refused 1 change; 'weightlog queue' shows the reason"))
        #expect(await weightlog.list() == [])
        #expect(
            await weightlog("queue").output == """
                1  refused  log number 1, 81.0 kg on 2026-01-02
                   422, unwanted: Not that.
                   'weightlog retry 1' sends it again, 'weightlog drop 1' gives it up

                """)
        server.change { $0.refused = [:] }
        #expect(await weightlog.log("2026-01-03", "82").output.hasSuffix("as number 2.\n"))
        let sync = await weightlog("sync")
        #expect(sync.code == .failed)
        #expect(sync.output == "Pushed 0 changes; 1 refused, 0 remaining.\n")
    }

    @Test("A retried change arrives once, a dropped one is removed")
    func decided() async {
        server.change { $0.refused["PUT"] = 422 }
        _ = await weightlog.log("2026-01-02", "81")
        _ = await weightlog.log("2026-01-03", "82")
        #expect(await weightlog("retry", "1").code == .failed)
        server.change { $0.refused = [:] }
        let retried = await weightlog("retry", "all").output
        #expect(retried.contains("Pushing again: log number 1, 81.0 kg on 2026-01-02.\n"))
        #expect(retried.split(separator: "\n").count == 2)
        #expect(server.readings == ["2026-01-02 81000", "2026-01-03 82000"])
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 confirmed", "2 2026-01-03 82.0 confirmed"])

        server.change { $0.refused["PATCH"] = 409 }
        #expect(await weightlog("edit", "1", "90").code == .failed)
        #expect(await weightlog.list().first == "1 2026-01-02 81.0 confirmed")
        #expect(await weightlog("drop", "3").output == "Dropped: edit number 1, 90.0 kg on 2026-01-02.\n")
        #expect(await weightlog("queue").output == "Nothing waits for a server.\n")
        #expect(await weightlog("drop", "3").code == .failed)
        #expect(await weightlog("drop", "x").code == .usage)
        #expect(await weightlog("sync").code == .ok)
        #expect(server.readings == ["2026-01-02 81000", "2026-01-03 82000"])
    }

    @Test("Changes after a refused change of the same weight wait for the decision; other weights do not")
    func behind() async {
        server.change { $0.isThere = false }
        _ = await weightlog.log("2026-01-02", "81")
        _ = await weightlog("edit", "1", "82")
        _ = await weightlog.log("2026-01-03", "70")
        server.change { content in
            content.isThere = true
            content.statuses = [403, 403]
        }
        #expect(await weightlog("sync").code == .failed)
        #expect(server.readings == [])
        #expect(await weightlog("queue").output.contains("2  queued   edit number 1, 82.0 kg on 2026-01-02\n"))
        #expect(await weightlog("retry", "all").code == .ok)
        #expect(await weightlog("sync").code == .ok)
        #expect(server.readings == ["2026-01-02 82000", "2026-01-03 70000"])
        #expect(await weightlog.list() == ["1 2026-01-02 82.0 confirmed", "2 2026-01-03 70.0 confirmed"])
    }

    @Test("A weight from before the log had a server can be refused as well, and is restored by a retry")
    func before() async {
        _ = await weightlog("log", "81", "--on", "2026-01-02")
        server.change { $0.refused["PUT"] = 422 }
        #expect(await weightlog("sync", "--server", weightlog.server).code == .failed)
        #expect(await weightlog.list() == [])
        #expect(await weightlog("sync").output == "Pushed 0 changes; 1 refused, 0 remaining.\n")
        server.change { $0.refused = [:] }
        #expect(await weightlog("retry", "1").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 confirmed"])
        #expect(server.readings == ["2026-01-02 81000"])
    }

    @Test("A weight that the server no longer has counts as deleted", arguments: [404, 410])
    func deletedElsewhere(status: Int) async {
        _ = await weightlog.log("2026-01-02", "81")
        server.change { $0.refused["DELETE"] = status }
        let run = await weightlog("delete", "1")
        #expect(run.code == .ok, "\(run.errors)")
        #expect(await weightlog.list() == [])
        #expect(await weightlog("queue").output == "Nothing waits for a server.\n")
        #expect(await weightlog("retry", "all").output == "Nothing was refused.\n")
        #expect(await weightlog("drop", "all").output == "Nothing was refused.\n")
    }

    @Test("A list that is not JSON is reported with the place")
    func malformedList() async {
        _ = await weightlog.log("2026-01-02", "81")
        server.change { $0.list = "{\"items\": ," }
        let run = await weightlog("sync")
        #expect(run.code == .failed)
        #expect(run.errors.contains("the server's weights could not be fetched: WeightClient.listWeights"))
        #expect(run.errors.contains("line 1, column 11"), "\(run.errors)")
    }
}
