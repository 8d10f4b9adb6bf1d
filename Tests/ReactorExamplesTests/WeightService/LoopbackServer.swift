import Foundation
import ReactorServices
import ReactorURLSession

/// The small server of the tests, on two free ports of this machine. It ends with its test.
final class LoopbackServer: Sendable {
    struct NotStarted: Error {}

    let api: BaseURL
    let storage: BaseURL
    /// The server ends when this is closed, also when the test crashes.
    private let life: FileHandle
    private let server: Process
    private let control: CompositedGateway

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isAvailable: Bool { python != nil }

    init(token: String) throws {
        guard let python = Self.python else { throw NotStarted() }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/server/server.py")
        server = Process()
        let input = Pipe()
        let output = Pipe()
        server.executableURL = URL(fileURLWithPath: python)
        server.arguments = [script.path, "--token", token]
        server.standardInput = input
        server.standardOutput = output
        try server.run()
        let ports = try JSONDecoder().decode([String: Int].self, from: output.fileHandleForReading.availableData)
        guard let api = ports["api"], let storage = ports["storage"] else { throw NotStarted() }
        self.api = try BaseURL("http://127.0.0.1:\(api)")
        self.storage = try BaseURL("http://127.0.0.1:\(storage)")
        life = input.fileHandleForWriting
        control = CompositedGateway(baseURL: self.api, network: URLSessionNetworkAdapter())
    }

    deinit { try? life.close() }

    /// What arrived at each host, its header fields included.
    struct Arrival: Decodable {
        let host: String
        let method: String
        let path: String
        let headers: [[String]]
        let sha256: String
    }

    func arrivals() async throws -> [Arrival] {
        try JSONDecoder().decode([Arrival].self, from: await control.get("/_log").body)
    }

    /// Makes the next requests under `path` have their effect, and leaves them without an answer.
    func loseAnswers(_ count: Int, under path: String) async throws {
        let rule = #"[{"action":"disconnect","after":true,"times":\#(count),"path":"\#(path)"}]"#
        _ = try await control.post("/_rules", body: .text(rule))
    }
}
