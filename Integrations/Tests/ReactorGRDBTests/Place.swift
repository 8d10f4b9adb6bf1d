import Foundation
import GRDB
import Synchronization
import Testing

@testable import TwoProcesses

/// A folder with a database of notes, removed with everything in it when it is released.
final class Place: Sendable {
    let folder: String

    /// The kind of connection of this process.
    enum Kind: CaseIterable { case pool, queue }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "grdb-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(_ kind: Kind = .pool) throws -> any DatabaseWriter {
        let pool = try TwoProcesses.open(in: folder)
        return switch kind {
        case .pool: pool
        case .queue: try DatabaseQueue(path: "\(folder)/notes.sqlite")
        }
    }

    /// Writes a note in another process, which has ended when this returns.
    func otherProcess(writes note: Note) throws {
        let process = Process()
        let built = Bundle.main.bundleURL.deletingLastPathComponent().appending(path: "debug/TwoProcesses")
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "TwoProcesses")
        process.executableURL = FileManager.default.isExecutableFile(atPath: beside.path()) ? beside : built
        process.arguments = ["write", folder, note.id, note.text]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}

/// Stores the calls, from any thread.
final class Synchronized<Value: Sendable>: Sendable {
    private let content = Mutex<[Value]>([])
    var all: [Value] { content.withLock { $0 } }
    func add(_ value: Value) { content.withLock { $0.append(value) } }
}

extension Synchronized<Void> {
    var count: Int { all.count }
    func add() { add(()) }
}

let (milk, bread, salt) = (Note(id: "1", text: "Milk"), Note(id: "2", text: "Bread"), Note(id: "3", text: "Salt"))
