import Foundation
import GRDB
import Reactor
import ReactorGRDB

/// Shows notes that this process and another one write: `swift run --package-path Integrations TwoProcesses`.
///
/// With `write FOLDER ID TEXT` it is the other one.
@main
enum TwoProcesses {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        if words.first == "write", words.count == 4 {
            let note = Note(id: words[3], text: words[4])
            return try await open(in: words[2]).write { try note.save($0) }
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await show(open(in: folder), folder)
    }

    private static func show(_ database: DatabasePool, _ folder: String) async throws {
        let core = Core<Notes>.notes(in: database)
        let others = Task { try await ForeignChanges(in: database).run() }
        core.fire(event: NotesShown())
        _ = await core.fire(command: SaveNote(note: Note(id: "1", text: "Milk"), database: database)).outcome
        print("this process wrote:", await texts(1, in: core))

        let other = Process()
        other.executableURL = Bundle.main.executableURL
        other.arguments = ["write", folder, "2", "Bread"]
        try other.run()
        print("another process wrote:", await texts(2, in: core))

        others.cancel()
        await core.close()
    }

    /// Many processes may open it: readers do not wait for a writer, and writers wait for each other.
    static func open(in folder: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let database = try DatabasePool(path: "\(folder)/notes.sqlite", configuration: configuration)
        try Note.prepare(database)
        return database
    }

    /// The texts, as soon as there are this many.
    private static func texts(_ count: Int, in core: Core<Notes>) async -> [String] {
        for await found in core.updates(of: \.found) where found.count == count { return found.map(\.text) }
        return []
    }
}
