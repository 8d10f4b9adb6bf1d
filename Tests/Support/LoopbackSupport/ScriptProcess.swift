import Foundation

/// A server in Python that runs as long as this object is retained, and also ends when the test crashes.
final class ScriptProcess: Sendable {
    /// The first output of the server.
    let ports: [String: Int]
    /// The server ends when this is closed.
    private let life: FileHandle
    private let process: Process

    static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    init(_ script: String, _ arguments: [String] = []) throws {
        guard let python = Self.python else { throw LoopbackServer.NotStarted() }
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/server/\(script)")
        process = Process()
        let input = Pipe()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [file.path] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        ports = try JSONDecoder().decode([String: Int].self, from: output.fileHandleForReading.availableData)
        life = input.fileHandleForWriting
    }

    deinit { try? life.close() }
}
