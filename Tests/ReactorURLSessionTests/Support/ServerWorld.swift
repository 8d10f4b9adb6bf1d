import ReactorLoopbackSupport
import ReactorServices
import ReactorURLSession

/// The two hosts of a server that is started for one test, and ends with it.
final class ServerWorld: World {
    let network: any NetworkAdapter = URLSessionNetworkAdapter()
    private let server: LoopbackServer
    private var control: CompositedGateway { server.control }

    static var isAvailable: Bool { LoopbackServer.isAvailable }

    init() throws {
        server = try LoopbackServer()
        server.control.setParser(JsonResponseProcessor(), for: .json)
    }

    var api: BaseURL { server.api }
    var storage: BaseURL { server.storage }

    func arrivals() async throws -> [Arrival] {
        try await (control.get("/_log").json?.array ?? []).map { entry in
            let fields = (entry["headers"]?.array ?? []).map { field in
                HeaderFields.Field(name: field[0]?.string ?? "", value: field[1]?.string ?? "")
            }
            return Arrival(
                host: entry["host"]?.string ?? "", method: entry["method"]?.string ?? "",
                path: entry["path"]?.string ?? "",
                query: entry["query"]?.string ?? "", headers: HeaderFields(fields), length: entry["length"]?.int ?? -1
            )
        }
    }

    func arrived(_ count: Int) async throws { try await server.arrived(count) }

    func add(_ rule: Rule) async throws {
        let value: JSON =
            switch rule {
            case .status(let status, let headers, let path):
                [
                    "action": "status", "status": .number(JSON.Number(status)), "path": .string(path),
                    "headers": .object(
                        JSON.Object(distinct: headers.map { .init(key: $0.key, value: .string($0.value)) })),
                ]
            case .disconnect(let path): ["action": "disconnect", "path": .string(path)]
            case .truncate(let bytes, let path):
                ["action": "truncate", "bytes": .number(JSON.Number(bytes)), "path": .string(path)]
            case .delay(let seconds, let path):
                [
                    "action": "delay", "seconds": JSON.Number(seconds).map(JSON.number) ?? .null,
                    "path": .string(path),
                ]
            }
        let rules = JSON.array([value]).compact
        _ = try await control.post("/_rules", headers: ["Content-Type": "application/json"], body: .text(rules))
    }
}
