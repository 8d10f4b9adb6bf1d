import Foundation
import ReactorServices
import Testing

/// A network with two hosts that answer as `Tests/Fixtures/server/server.py` does: the real one, or one in memory.
protocol World: Sendable {
    var network: any NetworkAdapter { get }
    var api: BaseURL { get }
    var storage: BaseURL { get }
    /// What arrived, in order.
    func arrivals() async throws -> [Arrival]
    /// Returns when so many have arrived in all.
    func arrived(_ count: Int) async throws
    /// Makes the next request under this path go wrong.
    func add(_ rule: Rule) async throws
}

/// Something that arrived at a host.
struct Arrival: Equatable {
    var host: String
    var method: String
    var path: String
    var query: String
    var headers: HeaderFields
    var length: Int
}

/// What goes wrong with a request.
enum Rule: Sendable {
    case status(Int, headers: [String: String] = [:], path: String)
    case disconnect(path: String)
    case truncate(Int, path: String)
    case delay(Double, path: String)
}

enum WorldKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, server

    var testDescription: String { self == .memory ? "in memory" : "a real server" }

    /// The kinds there can be here; without python3 the real server is left out, and a test of its own says so.
    static var available: [WorldKind] { ServerWorld.isAvailable ? [.memory, .server] : [.memory] }

    func make() async throws -> any World {
        switch self {
        case .memory: try MemoryWorld()
        case .server: try ServerWorld()
        }
    }
}

/// What the pipelines of these tests are made with.
struct PipelineOptions: ClientOptions {
    enum Version: String, ApiVersion {
        case v1 = "1"
        static let latest = v1
    }

    var apiVersion = Version.latest
    var retry: RetrySchedule
    // However long the suite keeps it waiting.
    var timeout: Duration?
}
