import ExampleWeightLogCore
import Reactor
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogApp

@MainActor
@Suite("The app of the weight log, with a server")
struct AppServerTests {
    let app = AppDriver()
    var server: MemoryServer { app.server }

    private func weight(_ key: String, _ day: String, _ grams: Int) -> MemoryServer.Kept {
        MemoryServer.Kept(id: key, day: day, grams: grams, source: "manual")
    }

    @Test("The start fetches the weights of other devices, and a change is pushed")
    func push() async throws {
        server.change { $0.weights = [weight("a", "2026-01-01", 82_000)] }
        let model = await app.start("production")
        #expect(model.lines == ["2026-01-01 82.0 kg"])
        try await app.log("2026-01-02", "81", model)
        #expect(model.lines.first == "2026-01-02 81.0 kg")
        #expect(server.readings == ["2026-01-01 82000", "2026-01-02 81000"])
        #expect(model.desk.banner == nil)
    }

    @Test("A pull to refresh ends when the weights are there")
    func refresh() async {
        let model = await app.start("production")
        server.change { $0.weights = [weight("a", "2026-01-01", 82_000)] }
        await model.perform(.sync)
        #expect(model.lines == ["2026-01-01 82.0 kg"])
    }

    @Test("Without a connection nothing is sent, and a banner counts the changes until they are sent")
    func offline() async throws {
        let model = await app.start("production")
        model.desk.fire(event: ConnectionChanged(isOnline: false))
        #expect(model.desk.banner?.text == "No connection")
        try await app.log("2026-01-02", "81", model)
        #expect(model.lines == ["2026-01-02 81.0 kg *"])
        #expect(model.desk.banner?.text == "No connection. 1 change is sent later.")
        #expect(server.arrivals.isEmpty)
        model.desk.fire(event: ConnectionChanged(isOnline: true))
        await app.settle(model)
        #expect(model.lines == ["2026-01-02 81.0 kg"])
        #expect(model.desk.banner == nil)
        #expect(server.readings == ["2026-01-02 81000"])
    }

    @Test("Changes that are not sent are on the disk, and the next launch sends them")
    func restart() async throws {
        let first = await app.start("production")
        server.change { $0.isThere = false }
        try await app.log("2026-01-02", "81", first)
        #expect(first.desk.banner?.text == "1 change is not sent. Pull down to send it.")
        await app.close(first)
        server.change { $0.isThere = true }
        let second = await app.start("production")
        #expect(second.lines == ["2026-01-02 81.0 kg"])
        #expect(server.readings == ["2026-01-02 81000"])
    }

    @Test("A failed refresh shows the message for the user, and the retry repeats it")
    func retry() async throws {
        let model = await app.start("production")
        server.change { $0.isThere = false }
        await model.perform(.sync)
        #expect(model.desk.problem?.message.text == "There is no connection to the service.")
        let retry = try #require(model.desk.problem?.retry)
        #expect(retry == .sync)
        server.change { content in
            content.isThere = true
            content.weights = [weight("a", "2026-01-01", 82_000)]
        }
        await app.tap(retry, model)
        #expect(model.desk.problem == nil)
        #expect(model.lines == ["2026-01-01 82.0 kg"])
    }

    @Test("A refused change is rolled back, and is sent again or discarded when the user decides so")
    func refused() async throws {
        let model = await app.start("production")
        server.change { $0.refused = ["PUT": 422] }
        try await app.log("2026-01-02", "81", model)
        #expect(model.lines.isEmpty)
        #expect(model.desk.refused == 1)
        #expect(model.desk.problem?.message.text == "The server refused a change.")
        server.change { $0.refused = [:] }
        await app.tap(.retryRefused, model)
        #expect(model.lines == ["2026-01-02 81.0 kg"])
        #expect(model.desk.refused == 0)
        server.change { $0.refused = ["PUT": 422] }
        try await app.log("2026-01-03", "80", model)
        await app.tap(.dropRefused, model)
        #expect(model.desk.refused == 0)
        #expect(server.readings == ["2026-01-02 81000"])
    }

    @Test("A server that requires a sign-in is an error, and the change waits")
    func signedOut() async throws {
        let model = await app.start("production")
        server.change { $0.token = "secret" }
        try await app.log("2026-01-02", "81", model)
        #expect(model.desk.problem?.message.text == "You are no longer signed in.")
        #expect(model.desk.unsent == 1)
        #expect(model.lines == ["2026-01-02 81.0 kg *"])
    }

    @Test("Changes of one environment are not sent to another")
    func environments() async throws {
        let model = await app.start("production")
        model.desk.fire(event: ConnectionChanged(isOnline: false))
        try await app.log("2026-01-02", "81", model)
        model.desk.core.choose(environment: "local")
        await app.settle(model)
        model.desk.fire(event: ConnectionChanged(isOnline: true))
        await app.settle(model)
        #expect(server.arrivals.isEmpty)
        #expect(model.lines.isEmpty)
        model.desk.core.choose(environment: "production")
        await app.settle(model)
        #expect(server.readings == ["2026-01-02 81000"])
    }
}
