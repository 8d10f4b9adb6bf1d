import Reactor
import ReactorRecording
import Testing

@testable import ReactorOffline
@testable import ReactorServices

private struct Shown: State {
    var name: ServerEnvironment.Name?

    mutating func react(to event: any Event) {
        if let event = event as? EnvironmentChosen { name = event.name }
    }
}

@Suite("Choosing the environment")
struct EnvironmentChoiceTests {
    private func environments() throws -> ServerEnvironments {
        ServerEnvironments(
            ServerEnvironment("production", at: try BaseURL("https://a.test")),
            ServerEnvironment("staging", at: try BaseURL("https://b.test"), credentialsScope: "trial"))
    }

    @Test("An argument precedes a variable, a variable precedes the default, and an empty variable is ignored")
    func order() throws {
        let all = try environments()
        #expect(try all.chosen(argument: "staging", variable: "production").name == "staging")
        #expect(try all.chosen(variable: "staging").credentialsScope == "trial")
        #expect(try all.chosen(variable: "").credentialsScope == "production")
        #expect(try all.chosen().name == "production")
    }

    @Test("An unknown name is reported with the known names, even if it is empty")
    func unknown() throws {
        let all = try environments()
        for name in ["prod\n", ""] {
            let error = #expect(throws: ServerEnvironmentError.self) { try all.chosen(argument: name) }
            #expect(error == .unknown(name, known: ["production", "staging"]))
        }
    }

    @Test("Each server has its own gateway and credential, and a missing server is reported")
    func servers() throws {
        let environment = ServerEnvironment(
            "production",
            baseURLs: [.api: try BaseURL("https://a.test"), .storage: try BaseURL("https://files.test")])
        let session = try ServerSession(environment) { _, destination in
            ServerAccess(
                GatewayParts(network: InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }),
                credential: destination == .api ? BearerCredential("t") : nil)
        }
        #expect(try session.gateway(to: .storage).baseURL.description == "https://files.test")
        #expect(session.credential() != nil)
        #expect(session.credential(for: .storage) == nil)
        #expect(Set(session.destinations.keys) == [.api, .storage])
        #expect(throws: ServerEnvironmentError.noServer("mail", "production")) { try session.gateway(to: "mail") }
    }

    @Test("On the main actor, the environment is chosen before the call returns")
    @MainActor
    func inTheCall() {
        let app = ObservableCore(Core(state: Shown(), runtime: .main))
        app.core.choose(environment: "trial")
        #expect(app.name == "trial")
    }
}
