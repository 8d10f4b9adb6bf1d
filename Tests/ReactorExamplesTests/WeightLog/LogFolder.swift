import ReactorFoundation
import ReactorTerminal
@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// The folder of a log for one test, which does not exist yet and is removed when the test ends.
final class LogFolder: Sendable {
    let folder: DataFolder
    private let root: String

    init() {
        root = "\(FileManager.default.temporaryDirectory.path)/weightlog-test-\(UUID().uuidString)"
        folder = DataFolder(path: "\(root)/deep/er")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    /// Runs the program with this folder.
    func run(_ arguments: [String], interrupt: Interrupt = Interrupt()) async -> LoggedWeights.Run {
        let (output, errors) = (MemorySink(), MemorySink())
        let code = await WeightLogProgram.program.run(
            arguments + ["--data", folder.path], output: Output(to: output, screen: .none, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
        return LoggedWeights.Run(code: code, output: output.text, errors: errors.text)
    }

    /// The first segment of the journal.
    var segment: String { "\(folder.path)/segment-000001.jsonl" }

    /// A file next to the folder.
    func beside(_ name: String) -> String { "\(root)/\(name)" }

    func makeFolder() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    }

    /// Copies the current content of the folder to another one, as it would be found after the process was killed.
    func copy(to other: LogFolder) throws {
        try FileManager.default.createDirectory(atPath: other.root, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: "\(other.root)/deep", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder.path, toPath: other.folder.path)
    }

    func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}
