import Foundation
import ReactorServices
import ReactorURLSession

/// The two hosts of a server that is started for one test, and ends with it.
final class ServerWorld: World {
    struct NotStarted: Error {}

    let api: BaseURL
    let storage: BaseURL
    let network: any NetworkAdapter = URLSessionNetworkAdapter()
    private let server: Process
    /// The server ends when this is closed, also when the test crashes.
    private let life: Pipe
    private let control: CompositedGateway

    static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isAvailable: Bool { python != nil }

    init() throws {
        guard let python = Self.python else { throw NotStarted() }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/server/server.py")
        server = Process()
        life = Pipe()
        let output = Pipe()
        server.executableURL = URL(fileURLWithPath: python)
        server.arguments = [script.path]
        server.standardInput = life
        server.standardOutput = output
        try server.run()
        let ports = try JSONValue(reading: output.fileHandleForReading.availableData)
        guard let api = ports["api"]?.integer, let storage = ports["storage"]?.integer else { throw NotStarted() }
        self.api = try BaseURL("http://127.0.0.1:\(api)")
        self.storage = try BaseURL("http://127.0.0.1:\(storage)")
        control = CompositedGateway(baseURL: self.api, network: URLSessionNetworkAdapter())
        control.setParser(JsonResponseProcessor(), for: .json)
    }

    deinit { try? life.fileHandleForWriting.close() }

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
