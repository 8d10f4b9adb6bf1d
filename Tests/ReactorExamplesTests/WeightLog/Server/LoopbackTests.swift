import ReactorLoopbackSupport
import ReactorServices
import ReactorTerminal
import Testing

@testable import ExampleWeightLog

/// The program against a real server, over the network of this machine.
@Suite("A log with a real server", .enabled(if: LoopbackServer.isAvailable, "python3 is not there"))
struct LoopbackTests {
    @Test("What was logged while every connection broke is pushed, once")
    func offline() async throws {
        let server = try LoopbackServer()
        let weightlog = LoggedWeights(network: URLSessionNetworkAdapter(), server: server.api.description)
        try await server.rules(#"[{"action": "disconnect", "times": 2, "path": "/weights/"}]"#)
        #expect(await weightlog.log("2026-01-02", "81").errors.contains("1 change queued"))
        #expect(await weightlog.log("2026-01-03", "82").code == .ok)
        #expect(await weightlog("edit", "1", "80").code == .ok)
        #expect(await weightlog("delete", "2").code == .ok)
        #expect(await weightlog("sync").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 80.0 confirmed"])
        let effects = try await server.effects()
        #expect(Set(effects.map(\.key)).count == 4 && effects.count == 4)
        #expect(Set(effects.map(\.status)) == [200, 201, 204])
    }

    @Test("An answer that breaks off after the deed is asked for again, and the deed is done once")
    func lostAnswers() async throws {
        let server = try LoopbackServer()
        let weightlog = LoggedWeights(network: URLSessionNetworkAdapter(), server: server.api.description)
        _ = await weightlog("log", "81", "--on", "2026-01-02")
        try await server.rules(
            #"[{"action": "disconnect", "after": true, "times": 2, "path": "/weights/"}, {"action": "duplicate"}]"#)
        #expect(await weightlog("sync", "--server", server.api.description).code == .ok)
        #expect(try await server.effects().map(\.method) == ["PUT"])
        #expect(try await server.repeats() >= 2)
    }

    @Test("A network that wants a sign-in takes no weight: what it redirects waits, and is pushed when it is gone")
    func portal() async throws {
        let server = try LoopbackServer()
        let weightlog = LoggedWeights(network: URLSessionNetworkAdapter(), server: server.api.description)
        for method in ["PUT", "PATCH", "DELETE"] {
            try await server.rules(
                #"""
                [{"method": "\#(method)", "path": "/weights", "action": "status", "status": 302,
                  "headers": {"Location": "/echo"}}]
                """#)
        }
        #expect(await weightlog.log("2026-01-02", "81").errors.contains("1 change queued"))
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 pending"])
        #expect(await weightlog("sync").code == .ok)
        #expect(await weightlog("edit", "1", "80").errors.contains("1 change queued"))
        #expect(await weightlog("sync").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 80.0 confirmed"])
        #expect(await weightlog("delete", "1").errors.contains("1 change queued"))
        #expect(await weightlog("sync").code == .ok)
        #expect(try await server.effects().map(\.method) == ["PUT", "PATCH", "DELETE"])
        #expect(try await server.arrivals().allSatisfy { $0.path != "/echo" })
    }

    @Test("A page in place of the weight is no answer: the weight waits, and is sent again")
    func page() async throws {
        let server = try LoopbackServer()
        let weightlog = LoggedWeights(network: URLSessionNetworkAdapter(), server: server.api.description)
        try await server.rules(
            #"""
            [{"method": "PUT", "action": "status", "status": 200, "headers": {"Content-Type": "text/html"},
              "body": "<html>Please sign in</html>"}]
            """#)
        #expect(await weightlog.log("2026-01-02", "81").errors.contains("1 change queued"))
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 pending"])
        #expect(await weightlog("sync").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 confirmed"])
        #expect(try await server.arrivals().filter { $0.method == "PUT" }.count == 2)
    }

    @Test("A refusal is kept with what the server said")
    func refused() async throws {
        let server = try LoopbackServer()
        let weightlog = LoggedWeights(network: URLSessionNetworkAdapter(), server: server.api.description)
        try await server.rules(
            #"""
            [{"method": "PUT", "action": "status", "status": 422, "headers": {"Content-Type": "application/json"},
              "body": "{\"error\": {\"code\": \"tooHeavy\", \"message\": \"Nobody weighs that.\"}}"}]
            """#)
        #expect(await weightlog.log("2026-01-02", "499").code == .failed)
        #expect(await weightlog("queue").output.contains("422, tooHeavy: Nobody weighs that.\n"))
        #expect(await weightlog("retry", "1").code == .ok)
        #expect(await weightlog.list() == ["1 2026-01-02 499.0 confirmed"])
    }

    @Test(
        "A server whose certificate is not trusted is sent nothing, and what to do is said",
        .enabled(if: SelfSignedCertificate.isAvailable, "openssl is missing"))
    func untrusted() async throws {
        let folder = LogFolder()
        try folder.makeFolder()
        let server = try LoopbackServer(certificate: SelfSignedCertificate(in: folder.folder.path))
        let weightlog = LoggedWeights(network: URLSessionNetworkAdapter(), server: server.api.description)
        #expect(await weightlog.log("2026-01-02", "81").errors.contains("1 change queued"))
        let token = weightlog.scratch.beside("token")
        try weightlog.scratch.write("t-1", to: token)
        let run = await weightlog("sync", "--token-file", token)
        #expect(run.code == .failed)
        #expect(run.errors.contains("again later. 127.0.0.1 showed a certificate that this machine does not trust"))
        #expect(await weightlog.list() == ["1 2026-01-02 81.0 pending"])
        #expect(try await server.arrivals().isEmpty)
    }

    @Test("The token reaches the server, and another one is not taken")
    func token() async throws {
        let server = try LoopbackServer(token: "t-1")
        let weightlog = LoggedWeights(network: URLSessionNetworkAdapter(), server: server.api.description)
        _ = await weightlog("log", "81", "--on", "2026-01-02")
        let file = weightlog.scratch.beside("token")
        try weightlog.scratch.write("t-2", to: file)
        let wrong = await weightlog("sync", "--server", server.api.description, "--token-file", file)
        #expect(wrong.errors.contains("without the right token"))
        try weightlog.scratch.write("t-1", to: file)
        #expect(await weightlog("sync", "--token-file", file).code == .ok)
        #expect(try await server.effects().count == 1)
    }
}
