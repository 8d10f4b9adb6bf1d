import Reactor
import ReactorRecording
import ReactorServices
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("A log with a server")
struct OfflineTests {
    private let server = MemoryServer()
    private let weightlog: LoggedWeights

    init() { weightlog = LoggedWeights(network: server.network) }

    @Test("Weights from before the log had a server are pushed too, with the same numbers")
    func before() async throws {
        _ = await weightlog("log", "81", "--on", "2026-01-02")
        _ = await weightlog("log", "82", "--on", "2026-01-03")
        _ = await weightlog("delete", "1")
        #expect(await weightlog("sync", "--server", weightlog.server).output.hasPrefix("Pushed 1 change;"))
        #expect(server.readings == ["2026-01-03 82000"])
        #expect(await weightlog.list() == ["2 2026-01-03 82.0 confirmed"])
        _ = await weightlog("log", "83", "--on", "2026-01-04")
        #expect(server.readings == ["2026-01-03 82000", "2026-01-04 83000"])
        #expect(Set(server.effects.map(\.weight)).count == 2)
    }

    @Test("A queued change is undone before it is sent, and a refused change is skipped")
    func undo() async {
        server.change { $0.isThere = false }
        _ = await weightlog.log("2026-01-02", "81")
        _ = await weightlog("edit", "1", "82")
        #expect(
            await weightlog("undo").output == "Undone: corrected number 1 to 82.0 kg on 2026-01-02.\n")
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 pending"])
        server.change { $0.isThere = true }
        #expect(await weightlog("sync").code == .ok)
        #expect(server.readings == ["2026-01-02 81000"])

        server.change { $0.refused = ["PATCH": 422] }
        #expect(await weightlog("edit", "1", "90").code == .failed)
        server.change { $0.refused = [:] }
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 confirmed"])
        #expect(await weightlog("drop", "all").code == .ok)
        // The edit was rolled back, so the previous change is undone.
        #expect(await weightlog("undo").output == "Undone: logged 81.0 kg on 2026-01-02 as number 1.\n")
        #expect(server.readings == [])
        #expect(await weightlog("undo").output == "There is nothing to undo.\n")
    }

    @Test("A weight that was deleted on the server is restored there with its key")
    func undoDeletion() async {
        _ = await weightlog.log("2026-01-02", "81")
        let key = server.weights.map(\.id)
        _ = await weightlog("delete", "1")
        #expect(server.weights == [])
        #expect(await weightlog("undo").output == "Undone: deleted number 1, 81.0 kg on 2026-01-02.\n")
        #expect(server.weights.map(\.id) == key)
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 confirmed"])
    }

    @Test("A server that was restored from a backup, and one without versions, take precedence")
    func versions() async {
        _ = await weightlog.log("2026-01-02", "81")
        _ = await weightlog.log("2026-01-03", "82")
        server.change { content in
            content.weights[0].grams = 80_000
            content.weights.remove(at: 1)
            content.version = 4
        }
        #expect(await weightlog("sync").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 80.0 confirmed"])
        server.change { content in
            content.weights[0].grams = 79_000
            content.version = 1
        }
        #expect(await weightlog("sync").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 79.0 confirmed"])
        _ = await weightlog("log", "70", "--on", "2026-01-05")
        #expect(await weightlog.list() == ["1 2026-01-02 79.0 confirmed", "3 2026-01-05 70.0 confirmed"])
        server.change { content in
            content.weights[0].grams = 78_500
            content.version = nil
        }
        #expect(await weightlog("sync").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 78.5 confirmed", "3 2026-01-05 70.0 confirmed"])
        _ = await weightlog("edit", "1", "78")
        #expect(await weightlog.list() == ["1 2026-01-02 78.0 confirmed", "3 2026-01-05 70.0 confirmed"])
    }

    @Test("A server that fails six attempts in a row is not called any more, and once by a log")
    func patience() async {
        server.change { $0.statuses = Array(repeating: 503, count: 6) + [501] }
        #expect(await weightlog.log("2026-01-02", "81").code == .ok)
        #expect(server.arrivals.count == 1)
        let failed = await weightlog("sync")
        #expect(failed.code == .failed)
        #expect(failed.errors.hasSuffix("sync again later. The server answered 501.\n"), "\(failed.errors)")
        #expect(server.arrivals.count == 7)
        #expect(await weightlog("sync").code == .ok)
        #expect(server.effects.count == 1)
    }

    private static let portals: [MemoryServer.Portal] =
        [200, 201, 301, 302, 303, 307, 308, 400, 403, 404, 407, 421, 422, 451, 503, 511].map {
            MemoryServer.Portal(status: $0, type: "text/html; charset=utf-8", body: "<html>Sign in</html>")
        }

    @Test(
        "A log and a sync end if a portal responds in place of the server, and the change stays queued",
        arguments: portals)
    func portal(portal: MemoryServer.Portal) async {
        server.change { $0.portal = portal }
        let logged = await weightlog.log("2026-01-02", "80.9")
        #expect(logged.code == .ok && logged.output.hasPrefix("Logged 80.9 kg"))
        #expect(logged.errors.contains("1 change queued, because"), "\(logged.errors)")
        #expect(server.arrivals.count <= 2)
        let synced = await weightlog("sync")
        #expect(synced.code == .failed && synced.errors.contains("sync again later. "), "\(synced.errors)")
        #expect(server.arrivals.count <= 10)
        server.change { $0.portal = nil }
        #expect(await weightlog("sync").code == .ok)
        #expect(server.readings == ["2026-01-02 80900"])
    }

    @Test("Every process waits for a server's Retry-After, and that is reported")
    func leftAlone() async {
        server.change { ($0.statuses, $0.retryAfter) = ([429], 3_600) }
        #expect(await weightlog.log("2026-01-02", "81").errors.contains("1 change queued"))
        #expect(await weightlog.log("2026-01-03", "82").errors.contains("2 changes queued"))
        let failed = await weightlog("sync")
        #expect(failed.code == .failed)
        #expect(failed.errors.contains("sync again later. The server asked for a pause of 3,"))
        #expect(failed.errors.hasSuffix(" seconds.\n"))
        #expect(server.arrivals.count == 1)
    }

    @Test("A sync waits for a server's Retry-After for a minute at most")
    func shortPause() async {
        server.change { ($0.statuses, $0.retryAfter) = ([503], 20) }
        #expect(await weightlog.log("2026-01-02", "81").errors.contains("1 change queued"))
        #expect(server.arrivals.count == 1)
        async let run = weightlog("sync")
        await weightlog.clock.sleepers(1)
        #expect(server.arrivals.count == 1)
        weightlog.clock.advance(by: .seconds(20))
        #expect(await run.code == .ok)
        #expect(server.effects.count == 1)
    }

    @Test("A server that does not respond delays a log by five seconds")
    func silence() async {
        let arrived = AsyncStream<Void>.makeStream()
        let silent = LoggedWeights(
            network: InMemoryNetworkAdapter { _, _ in
                arrived.continuation.yield()
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            })
        async let logged = silent.log("2026-01-02", "81")
        for await _ in arrived.stream { break }
        // Its time has begun, and that of the attempt, in which something has to move.
        await silent.clock.sleepers(2)
        silent.clock.advance(by: .seconds(5))
        let run = await logged
        #expect(run.code == .ok)
        #expect(run.errors.contains("1 change queued"))
    }

    @Test("A suspended session frees the log: another process logs and pushes, and no change is carried out twice")
    func suspended() async throws {
        server.change { $0.isThere = false }
        for day in 2...4 { _ = await weightlog.log("2026-01-0\(day)", "8\(day)") }
        let carriedOut = AsyncStream<Void>.makeStream()
        server.change { content in
            content.isThere = true
            content.carriedOut = {
                carriedOut.continuation.yield()
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            }
        }
        // Small numbers: no pause between two attempts.
        let runtime = Runtime(clock: RuntimeClock(ManualClock()), random: { 0 })
        let network = PatientNetwork(server.network)
        var parts = GatewayParts(network: network)
        parts.runtime = runtime
        let gateway = try JsonGateway(baseURL: BaseURL(weightlog.server), parts: parts)
        let session = try await Session.open(
            in: weightlog.scratch.folder,
            server: LogServer(gateway, credential: nil, network: network, runtime: runtime), runtime: .live,
            note: { _ in })
        let outbox = try #require(session.outbox)
        #expect(await outbox.begin(.long))
        for await _ in carriedOut.stream { break }
        server.change { $0.carriedOut = nil }
        try await session.suspend()
        let other = await weightlog("log", "85", "--on", "2026-01-05")
        #expect(other == LoggedWeights.Run(code: .ok, output: "Logged 85.0 kg on 2026-01-05 as number 4.\n"))
        try await session.resume()
        await outbox.queue.idle()
        try await session.close()
        #expect(await weightlog.list() == (2...5).map { "\($0 - 1) 2026-01-0\($0) 8\($0).0 confirmed" })
        #expect(server.effects.count == 4)
        // Each of the three that the server received before the suspension is sent again, for its response.
        #expect((5...7).contains(server.arrivals.count))
    }

    @Test("Weights of other devices are received, with stable numbers; weights that the server deleted are removed")
    func fetching() async {
        _ = await weightlog.log("2026-01-02", "81")
        server.change { content in
            for number in 3...6 {
                content.weights.append(
                    .init(id: "other-\(number)", day: "2026-01-0\(number)", grams: 80_000, source: "scales"))
            }
        }
        #expect(await weightlog("sync").code == .ok)
        let all = await weightlog.list()
        #expect(all.first == "1 2026-01-02 81.0 confirmed")
        #expect(all.last == "5 2026-01-06 80.0 confirmed")
        server.change { content in
            content.weights.removeAll { $0.id == "other-4" }
            content.weights[1].grams = 79_000
            content.weights.append(.init(id: "impossible", day: "2026-02-30", grams: 80_000, source: "scales"))
        }
        let sync = await weightlog("sync")
        #expect(sync.errors == "weightlog: note: 1 weight of the server cannot be shown (skipped)\n")
        #expect(
            await weightlog.list() == [
                "1 2026-01-02 81.0 confirmed", "2 2026-01-03 79.0 confirmed", "4 2026-01-05 80.0 confirmed",
                "5 2026-01-06 80.0 confirmed",
            ])
        _ = await weightlog("edit", "5", "78")
        #expect(server.readings.contains("2026-01-06 78000"))
        server.change { $0.isThere = false }
        #expect(await weightlog.list().last == "5 2026-01-06 78.0 confirmed")
    }

    @Test("A reset deletes every weight on the server, too")
    func reset() async {
        _ = await weightlog.log("2026-01-02", "81")
        _ = await weightlog.log("2026-01-03", "82")
        #expect(await weightlog("reset").code == .ok)
        #expect(server.readings == [])
        #expect(await weightlog.list() == [])
        #expect(await weightlog.log("2026-01-04", "83").output.hasSuffix("as number 3.\n"))
    }

    // MARK: The name of the server

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
