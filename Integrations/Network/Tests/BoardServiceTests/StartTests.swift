import Foundation
import Testing

@testable import BoardService

@Suite("Start of the board service", .timeLimit(.minutes(2)))
struct StartTests {
    private let folder = Folder()

    /// The output of a service that does not start, and its exit code.
    private func run(_ process: Process) throws -> (output: String, errors: String, code: Int32) {
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let said = [output, errors].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (said[0], said[1], process.terminationStatus)
    }

    @Test("A start in a folder that cannot be created fails with the reason and a fix")
    func unusableFolder() throws {
        let ended = try run(.service("/dev/null/notes", "0"))
        let fix = "Choose another folder: BoardService FOLDER"
        #expect(ended.errors == "The folder /dev/null/notes cannot be created: Not a directory. \(fix)\n")
        #expect(ended.code == 1 && ended.output.isEmpty)
    }

    @Test("A start on a port that is in use fails with the reason and a fix")
    func portInUse() async throws {
        try await serving(Boards(in: folder.path)) { browsing in
            let ended = try run(.service(folder.path, "\(browsing.port)"))
            let fix = "Choose another port, or 0 for a free port: BoardService FOLDER PORT"
            #expect(ended.errors == "Port \(browsing.port) of 127.0.0.1: Address already in use. \(fix)\n")
            #expect(ended.code == 1 && ended.output.isEmpty)
        }
    }

    @Test("The service creates its folder and the parent folders")
    func missingFolders() async throws {
        let process = Process.service("\(folder.path)/a/b", "0")
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("listening"))
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/a/b"))
        process.terminate()
        process.waitUntilExit()
    }

    @Test("Invalid arguments end the service with its usage")
    func invalidArguments() throws {
        let path = folder.path
        let services = [
            Process.service("--port"), .service("-x", "0"), .service(path, "http"), .service(path, "65536"),
            .service(path, "0", "more"),
        ]
        for service in services {
            let ended = try run(service)
            #expect(ended.code == 2 && ended.output.isEmpty && ended.errors.hasPrefix("usage: BoardService"))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("The options for help and version print a text and do not start the service")
    func helpAndVersion() throws {
        for (word, answer) in [("--help", "usage: "), ("-h", "usage: "), ("--version", "BoardService 0.")] {
            let ended = try run(.service(word))
            #expect(ended.code == 0 && ended.errors.isEmpty && ended.output.hasPrefix(answer))
        }
    }
}
