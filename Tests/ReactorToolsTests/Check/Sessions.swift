import Foundation
import PlantedApps
import ReactorRecording
import Testing

@testable import ReactorTools

/// A folder of random sessions of an app, removed with everything in it when it is released.
final class Sessions<App: PlantableState> {
    let path: String
    let names: [String]
    private let count: Int
    private let entries: Int

    init(_ app: App.Type, count: Int, entries: Int) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "reactor-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        self.count = count
        self.entries = entries
        for seed in 1...count {
            let bytes = try App.session(seed: UInt64(seed), count: entries).bytes(digestsEvery: 10, app)
            try Data(bytes).write(to: URL(filePath: "\(path)/\(App.name)-\(seed).jsonl"))
        }
        names = (1...count).map { "\(App.name)-\($0).jsonl" }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: "\(path).states")
    }

    /// The folder for notes of workers.
    static var notes: String { FileManager.default.temporaryDirectory.path() }

    /// The tool, which has the bug of a number in its reducer.
    func command(_ plant: Int, _ rest: [String] = []) -> WorkerCommand {
        let tool = Bundle.main.bundleURL.deletingLastPathComponent().appending(path: "debug/PlantedTool").path()
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "PlantedTool")
        let program = FileManager.default.isExecutableFile(atPath: beside.path()) ? beside.path() : tool
        return WorkerCommand(program, [App.name, "--plant", "\(plant)"] + rest)
    }

    /// A worker that replays recordings.
    func worker(_ plant: Int = 0, _ words: [String] = [], limit: Duration = .seconds(30)) throws -> WorkerProcess {
        try WorkerProcess(command(plant, words + ["check", "-"]), notes: Self.notes, limit: limit)
    }

    /// The bytes of a session.
    func bytes(_ index: Int = 0) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(names[index])")))
    }

    /// The number of entries of a session.
    func entries(_ index: Int = 0) throws -> Int {
        try RecordingDraft(of: Recording(bytes: bytes(index), named: names[index])).entries.count
    }

    /// The states of the build without a bug.
    func states() throws -> String {
        _ = try run(0, ["check", path, "-o", "\(path).states"])
        return "\(path).states"
    }

    /// The sessions that a bug changes.
    func oracle(_ plant: Int) throws -> [String] {
        try run(plant, ["oracle", path, "\(count)", "\(entries)", "1"]).split(separator: "\n").map(String.init)
    }

    func run(_ plant: Int, _ words: [String]) throws -> String { try ended(plant, words).output }

    /// The output of the tool, and its exit code.
    func ended(_ plant: Int, _ words: [String]) throws -> (output: String, code: Int32) {
        let run = try ended(plant, words) { _ in }
        return (run.output, run.code)
    }

    /// The same with its standard error.
    ///
    /// - Parameter interrupt: Called with the process and the first line of its standard error, if there is one.
    func ended(
        _ plant: Int, _ words: [String], interrupt: (Process) -> Void
    ) throws -> (output: String, errors: String, code: Int32) {
        let command = command(plant)
        let process = Process()
        process.executableURL = URL(filePath: command.program)
        process.arguments = command.arguments + words
        // A file does not fill while the other is read.
        let said = "\(path).output"
        _ = FileManager.default.createFile(atPath: said, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: said) }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: said))
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            let more = errors.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            text += more
        }
        if !text.isEmpty { interrupt(process) }
        text += errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let output = try Data(contentsOf: URL(filePath: said))
        return (
            String(decoding: output, as: UTF8.self), String(decoding: text, as: UTF8.self), process.terminationStatus
        )
    }
}

extension WorkerProcess {
    /// The number of entries that it replayed.
    func entries() throws -> Int {
        guard case .line(let line) = try answer() else { throw CancellationError() }
        return try #require(try JSON(parsing: line)["entries"]?.int)
    }

    /// Whether it answers a request with its end, without a crash.
    func ends() throws -> Bool { if case .ended(code: 0) = try answer() { true } else { false } }
}
