import Reactor
import ReactorLoopbackSupport
import ReactorServices
import NetworkChecks
import Testing

/// Two hosts that respond like `Tests/Fixtures/server/server.py`.
enum WorldKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, server

    var testDescription: String { self == .memory ? "in memory" : "a real server" }

    /// The available kinds; without python3 there is no real server, and a separate test reports that.
    static var available: [WorldKind] { LoopbackServer.isAvailable ? [.memory, .server] : [.memory] }

    func make() throws -> World {
        switch self {
        case .memory: try World(MemoryNetwork.make(), MemoryNetwork.server)
        case .server: try World()
        }
    }
}

/// A network with its servers, which end with it.
final class World: Sendable {
    let network: any NetworkAdapter
    let server: CheckServer
    private let checked: CheckedNetwork
    private let process: LoopbackServer?

    fileprivate init(_ network: any NetworkAdapter, _ server: CheckServer, _ process: LoopbackServer? = nil) throws {
        self.network = network
        self.server = server
        self.process = process
        checked = try CheckedNetwork(network, server)
    }

    /// `URLSession` before the real server.
    convenience init() throws {
        let process = try LoopbackServer(faults: true)
        let faults = try #require(process.faults)
        try self.init(
            URLSessionNetworkAdapter(), CheckServer(api: process.api, storage: process.storage, faults: faults), process
        )
    }

    var api: BaseURL { server.api }
    var storage: BaseURL { server.storage }

    func arrivals() async throws -> [CheckedNetwork.Arrival] { try await checked.arrivals() }
    func arrived(_ count: Int) async throws { try await checked.arrived(count) }
    func add(_ rule: CheckedNetwork.Rule) async throws { try await checked.add(rule) }
}

/// The parts of the pipelines of these tests.
struct PipelineOptions: ClientOptions {
    enum Version: String, ApiVersion {
        case v1 = "1"
        static let latest = v1
    }

    var apiVersion = Version.latest
    var retry: RetryPolicy
    // However long the suite delays it.
    var timeout: Duration?
}
