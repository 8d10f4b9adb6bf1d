import ReactorHTTPClient
import ReactorServices
import NetworkChecks
import Synchronization
import Testing

/// The errors of a network itself, which its gateway may map to others.
private final class Overheard: NetworkAdapter {
    private let network = HTTPClientNetworkAdapter()
    private let errors = Mutex<[any Error]>([])

    var said: [any Error] { errors.withLock { $0 } }

    func send(_ request: Request) async throws -> Response {
        do {
            return try await network.send(request)
        } catch {
            errors.withLock { $0.append(error) }
            throw error
        }
    }
}

@Suite("A canceled request", .enabled(if: Script.python != nil))
struct CancellationTests {
    private let hosts: ContractHosts
    private let network = Overheard()

    init() throws { hosts = try ContractHosts() }

    @Test("A request that waits for its response ends as canceled, not as a lost connection")
    func waitingRequest() async throws {
        let gateway = try CompositedGateway(patientAt: hosts.server.faults, over: network)
        let call = Task { try await gateway.get("/silent") }
        // Another client checks whether the request has arrived.
        let asking = try JsonGateway(jsonPatientAt: hosts.server.faults, over: HTTPClientNetworkAdapter())
        _ = try await asking.get("/_wait", params: ["for": "GET /silent"])
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(network.said.map { $0 is CancellationError } == [true])
    }

    @Test("A request that is canceled while its response is read does not return an incomplete response")
    func incompleteResponse() async throws {
        let gateway = try CompositedGateway(patientAt: hosts.server.api, over: network)
        await #expect(throws: CancellationError.self) {
            try await gateway.get("/bytes", params: ["count": 30_000_000]) { properties in
                properties.onBody = { _ in withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        #expect(network.said.map { $0 is CancellationError } == [true])
    }
}
