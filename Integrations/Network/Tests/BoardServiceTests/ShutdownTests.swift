import Foundation
import Testing

@testable import BoardService

@Suite("Shutdown of the board service", .timeLimit(.minutes(2)))
struct ShutdownTests {
    private let folder = Folder()

    /// The service in a separate process.
    private func start() throws -> (process: Process, port: Int, ended: AsyncStream<Int32>) {
        let process = Process.service(folder.path, "0")
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (ended, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { end.yield($0.terminationStatus) }
        try process.run()
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) { line += output.fileHandleForReading.availableData }
        let port = String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap { Int($0.dropLast()) }
        return (process, try #require(port), ended)
    }

    @Test("A signal ends the service within seconds while readers are connected", arguments: [SIGTERM, SIGINT])
    func connectedReaders(signal: Int32) async throws {
        let (process, port, ended) = try start()
        try await browsing(port) { browsing in
            try await browsing.add("Milk", by: "ada")
            try await withThrowingTaskGroup(of: Void.self) { readers in
                let (isReady, ready) = AsyncStream<Void>.makeStream()
                for number in 1...20 {
                    readers.addTask {
                        var events = try await browsing.events(of: "ada", every: number.isMultiple(of: 2))
                        #expect(try await events.next()?.number == 1)
                        ready.yield()
                        // The stream ends without a connection error.
                        #expect(try await events.next() == nil)
                    }
                }
                var waiting = 20
                for await _ in isReady {
                    waiting -= 1
                    if waiting == 0 { break }
                }
                let asked = ContinuousClock.now
                kill(process.processIdentifier, signal)
                try await readers.waitForAll()
                for await status in ended {
                    #expect(status == 0)
                    break
                }
                #expect(ContinuousClock.now - asked < .seconds(10))
            }
        }
        try await expectNotes(["Milk"])
    }

    @Test("A killed service loses no note that it confirmed")
    func killedProcess() async throws {
        let (process, port, ended) = try start()
        let texts = (1...50).map(String.init)
        try await browsing(port) { browsing in
            for text in texts { try await browsing.add(text, by: "ada") }
            kill(process.processIdentifier, SIGKILL)
            for await _ in ended { break }
        }
        try await expectNotes(texts)
    }

    private func expectNotes(_ texts: [String]) async throws {
        try await serving(Boards(in: folder.path)) { browsing in
            let notes = try await browsing.notes(of: "ada")
            #expect(notes.map(\.text) == texts)
        }
    }
}
