import Foundation
import ReactorServices
import ReactorURLSession

/// The small server of the tests, on a free port of this machine. It ends with its test.
final class LoopbackServer: Sendable {
    struct NotStarted: Error {}

    struct Effect: Decodable, Hashable {
        let method: String
        let path: String
        let key: String?
        let status: Int?
    }

    let address: String
    /// The server ends when this is closed, also when the test crashes.
    private let life: FileHandle
    private let server: Process
    private let control: CompositedGateway

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isAvailable: Bool { python != nil }

    init(_ arguments: String...) throws {
        guard let python = Self.python else { throw NotStarted() }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Fixtures/server/server.py")
        server = Process()
        let input = Pipe()
        let output = Pipe()
        server.executableURL = URL(fileURLWithPath: python)
        server.arguments = [script.path] + arguments
        server.standardInput = input
        server.standardOutput = output
        try server.run()
        let ports = try JSONDecoder().decode([String: Int].self, from: output.fileHandleForReading.availableData)
        guard let api = ports["api"] else { throw NotStarted() }
        address = "http://127.0.0.1:\(api)"
        life = input.fileHandleForWriting
        control = CompositedGateway(baseURL: try BaseURL(address), network: URLSessionNetworkAdapter())
    }

    deinit { try? life.close() }

    /// What was carried out, in order.
    func effects() async throws -> [Effect] {
        try JSONDecoder().decode([Effect].self, from: await control.get("/_effects").body)
    }

    /// How many requests repeated what had been carried out.
    func repeats() async throws -> Int {
        try JSONDecoder().decode([Effect].self, from: await control.get("/_repeats").body).count
    }

    /// Makes the next requests that fit these rules go wrong; a JSON list.
    func rules(_ rules: String) async throws { _ = try await control.post("/_rules", body: .text(rules)) }
}
