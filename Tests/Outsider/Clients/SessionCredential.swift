import Reactor
import ReactorServices

/// A scheme of one's own: a session that the service may end.
actor Session {
    private var number = 0

    func current() -> Secret { Secret("session-\(number)") }

    func end(_ rejected: String?) {
        if rejected == current().revealed { number += 1 }
    }
}

struct SessionCredential: Credential {
    let identity: String? = "anna"
    let session: Session

    func validate() throws {}

    func apply(to request: inout MutableRequestProperties) async throws {
        request.headers[secret: "X-Session"] = await session.current().revealed
    }

    func wasRejected(on request: MutableRequestProperties) async -> Bool {
        await session.end(request.headers["X-Session"])
        return true
    }
}

func checkCredentials() async throws {
    let network = InMemoryNetworkAdapter { request, _ in
        .empty(request.headers["X-Session"] == "session-1" ? 200 : 401, for: request)
    }
    let gateway = JsonGateway(baseURL: try BaseURL("https://documents.example"), network: network)
    let client = try DocumentClient(gateway: gateway, credential: SessionCredential(session: Session()))
    let answer = try await client.pipeline.send("DocumentClient.ping", MutableRequestProperties(.head, "/ping"))
    await Check.holds(answer.isSuccess && network.arrivals.count == 2, "a session that has ended is begun anew")
    await Check.holds(BearerToken("t", expiresIn: .seconds(1)).expiresIn == .seconds(1), "a token is read")
}
