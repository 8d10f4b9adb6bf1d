import LoopbackSupport
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
        try await (control.get("/_log").json?.elements ?? []).map { entry in
            let fields = (entry["headers"]?.elements ?? []).map { field in
                HeaderFields.Field(name: field[0]?.text ?? "", value: field[1]?.text ?? "")
            }
            return Arrival(
                host: entry["host"]?.text ?? "", method: entry["method"]?.text ?? "", path: entry["path"]?.text ?? "",
                query: entry["query"]?.text ?? "", headers: HeaderFields(fields), length: entry["length"]?.integer ?? -1
            )
        }
    }

    func arrived(_ count: Int) async throws { try await server.arrived(count) }

    func add(_ rule: Rule) async throws {
        let value: JSONValue =
            switch rule {
            case .status(let status, let headers, let path):
                [
                    "action": "status", "status": .number(JSONNumber(status)), "path": .string(path),
                    "headers": .object(
                        JSONObject(members: headers.map { .init(name: $0.key, value: .string($0.value)) })),
                ]
            case .disconnect(let path): ["action": "disconnect", "path": .string(path)]
            case .truncate(let bytes, let path):
                ["action": "truncate", "bytes": .number(JSONNumber(bytes)), "path": .string(path)]
            case .delay(let seconds, let path):
                [
                    "action": "delay", "seconds": JSONNumber(seconds).map(JSONValue.number) ?? .null,
                    "path": .string(path),
                ]
            }
        let rules = JSONValue.array([value]).written
        _ = try await control.post("/_rules", headers: ["Content-Type": "application/json"], body: .text(rules))
    }
}
