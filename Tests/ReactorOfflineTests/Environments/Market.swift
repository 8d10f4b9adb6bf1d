import Foundation
import Reactor
import ReactorRecording
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

/// The app's state: requested prices, the name of each lane, and the events about changes.
struct Market: State, Equatable {
    var environment: ServerEnvironment.Name = "production"
    var prices: [String] = []
    var names: [String: String] = [:]
    var delivered: [ChangeID] = []
    var failure: UserFacingError<Never>?

    mutating func react(to event: any Event) {
        switch event {
        case let event as EnvironmentChosen: environment = event.name
        case is Reset<ServerEnvironment>: self = Market(environment: environment)
        case let event as Priced: prices.append(event.price)
        case let event as Named: names[event.lane] = event.name
        case let event as ChangeEvent: delivered.append(event.id)
        case let event as CommandEnded: failure = UserFacingError(event) ?? failure
        default: break
        }
    }
}

struct Priced: Event { let price: String }

/// The app's content of an environment.
struct Stall: Sendable {
    let gateway: JsonGateway
    let pipeline: ServicePipeline
    let queue: ChangeQueue<Edit>
}

/// Two environments with a shared network, cache and disk.
final class MarketBench: Sendable {
    let disk = ModelFileSystem()
    let clock = ManualClock()
    let cache: InMemoryCacheProvider
    let network: any NetworkAdapter
    let environments: ServerEnvironments
    let connection: ServerConnection<Stall>
    /// The sessions that were opened and ended, in order.
    let log = Locked<[String]>([])
    /// The error of opening a session.
    let failure = Locked<(any Error)?>(nil)

    init(_ network: any NetworkAdapter) throws {
        let clock = clock
        let cache = InMemoryCacheProvider(clock: RuntimeClock(clock))
        (self.cache, self.network) = (cache, network)
        environments = ServerEnvironments(
            ServerEnvironment("production", at: try BaseURL("https://production.test")),
            ServerEnvironment("staging", at: try BaseURL("https://staging.test")))
        connection = ServerConnection { environment, _ in
            var parts = GatewayParts(network: network)
            parts.cache = cache
            parts.runtime.clock = RuntimeClock(clock)
            return ServerAccess(parts, credential: BearerCredential("of-\(environment.credentialsScope)"))
        }
    }

    var runtime: Runtime { Runtime(clock: RuntimeClock(clock), random: { 7 }) }

    func core() -> Core<Market> {
        Core(
            state: Market(),
            reactions: [
                .on(
                    Reset<ServerEnvironment>.self,
                    options: CommandOptions(id: "environment", owner: ServerEnvironment.self)
                ) { _ in
                    Enter(bench: self)
                }
            ])
    }

    func open(_ session: ServerSession, _ core: Core<Market>) async throws -> Stall {
        let name = session.environment.name
        log.withLock { $0.append("open \(name)") }
        session.atEnd { self.log.withLock { $0.append("end \(name)") } }
        if let failure = failure.copy { throw failure }
        let queue = try await ChangeQueue<Edit>.open(
            journal: "/changes/\(name)", configuration: disk.configuration(), destinations: session.destinations,
            options: ChangeQueueOptions(isOnline: false, runtime: runtime), audience: .core(core))
        session.atEnd { try? await queue.close() }
        let pipeline = try ServicePipeline(
            client: "MarketClient", gateway: session.gateway(), credential: session.credential(),
            options: BenchOptions(retry: .never, runtime: runtime))
        return Stall(gateway: try session.gateway(), pipeline: pipeline, queue: queue)
    }
}

struct Enter: Command {
    let bench: MarketBench

    func execute(state: Market, core: Core<Market>) async throws {
        try await bench.connection.enter(bench.environments.named(state.environment)) { session in
            try await bench.open(session, core)
        }
    }
}

/// Requests a price, and caches the response with an identifier that does not contain the server.
struct AskPrice: Command {
    let bench: MarketBench

    func execute(state: Market, core: Core<Market>) async throws {
        let stall = try await bench.connection.content(in: state.environment)
        var request = MutableRequestProperties(.get, "/price")
        request.cacheResponseWithExpiration = .seconds(60)
        request.customCacheIdentifier = "price"
        let answer = try await stall.pipeline.send("MarketClient.price", request)
        core.fire(event: Priced(price: String(decoding: answer.raw.body, as: UTF8.self)))
    }
}

extension Core<Market> {
    /// Requests a price, and waits for the end of the command.
    @discardableResult
    func ask(_ bench: MarketBench) async -> CommandOutcome {
        let options = CommandOptions(owner: ServerEnvironment.self)
        return await fire(command: AskPrice(bench: bench), options: options).outcome
    }

    func enter(_ name: ServerEnvironment.Name) async {
        choose(environment: name)
        await idle()
    }
}
