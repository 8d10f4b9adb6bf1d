import Reactor
import ReactorServices
import ReactorTesting

/// Calls of several commands through one gateway with few places: some are retried, some are canceled, and the token that all
/// of them need expires.
enum GatewaySession {
    private struct Titles: State {
        var read: [Int] = []

        mutating func react(to event: any Event) {
            if let event = event as? TitleRead { read.append(event.number) }
        }
    }

    private struct TitleRead: Event { var number: Int }

    private struct ReadTitle: Command {
        let number: Int
        let client: ServicePipeline

        func execute(state: Titles, core: Core<Titles>) async throws {
            let request = MutableRequestProperties(.get, "/titles/\(number)")
            _ = try await client.send("ReadTitle", request, options: RequestOptions())
            core.fire(event: TitleRead(number: number))
        }
    }

    private enum Version: String, ApiVersion {
        case first = "1"
        static let latest = first
    }

    private struct Options: ClientOptions {
        var apiVersion: Version { .latest }
        let runtime: Runtime
    }

    static func run(in sim: Simulation) async throws {
        var random = sim.random
        let service = sim.service("titles", faults: .hostile)
        let network = InMemoryNetworkAdapter { request, _ in
            do {
                try await service.call(request.path) {}
                return .empty(200, for: request)
            } catch is SimulatedFault {
                throw GatewayError.connectionLost(host: "api.test")
            }
        }
        var parts = GatewayParts(network: network)
        parts.runtime = sim.runtime("gateway")
        let credential = BearerCredential(leeway: .milliseconds(50), runtime: sim.runtime("token")) {
            try await service.call("token") {}
            return BearerToken("t", expiresIn: .milliseconds(400))
        }
        let client = try ServicePipeline(
            client: "TitleClient", gateway: try JsonGateway(baseURL: BaseURL("https://api.test"), parts: parts),
            credential: credential, options: Options(runtime: sim.runtime("client")))
        let core = sim.core("app", state: Titles())
        for number in 1...12 {
            let reading = core.fire(command: ReadTitle(number: number, client: client))
            if random.chance(20) {
                sim.start("somebody who does not wait") {
                    try await sim.sleep(for: .milliseconds(10))
                    reading.cancel()
                }
            }
            if random.chance(60) { try await sim.sleep(for: .milliseconds(random.number(in: 0...200))) }
        }
        sim.endFaults()
        await sim.settled()
    }
}
