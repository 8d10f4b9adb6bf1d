import Foundation
import Reactor
import ReactorTestSupport

@testable import ReactorRecording

/// A folder for a journal, removed with everything in it when it is released.
final class JournalOnDisk: Sendable {
    let path: String

    init() {
        // In memory if the system has a folder for that: thousands of journals are synced here.
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory)
            ? URL(filePath: memory) : FileManager.default.temporaryDirectory
        path = parent.appending(path: "reactor-\(UUID().uuidString)").path()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The files that a crash right after these lines leaves.
    convenience init(crashed recording: Recording, lines: some Sequence<JournalLine>) throws {
        self.init()
        var writer = LineWriter(after: 0)
        writer.write(recording.header)
        for line in lines {
            switch line {
            case .entry(let entry): writer.write(entry)
            case .check(let check): writer.write(check)
            case .header: continue
            }
        }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(writer.bytes).write(to: URL(filePath: path).appending(path: "segment-000001.jsonl"))
    }

    var segments: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".jsonl") }.sorted()
        }
    }

    /// The entries of all segments.
    var entries: [JournalEntry] {
        get throws {
            try segments.flatMap { try lines(of: $0) }.compactMap { line in
                if case .entry(let entry) = line { entry } else { nil }
            }
        }
    }

    func lines(of segment: String) throws -> [JournalLine] {
        var reader = try RecordingReader(path: "\(path)/\(segment)")
        var lines: [JournalLine] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    func open<StateType: State & Codable>(
        _ initial: StateType, _ catalog: EventCatalog<StateType>, app: String = "tests",
        reports: Locked<[JournalReport]> = Locked([]), delivered: Locked<[String]> = Locked([]),
        in world: World = World()
    ) async throws -> OpenedCore<StateType> {
        var configuration = JournalConfiguration(
            app: app, durability: .process, gathering: .zero, now: { .zero },
            report: { report in reports.withLock { $0.append(report) } })
        world.writing(&configuration)
        var runtime = world.runtime()
        runtime.report = { report in delivered.withLock { $0.append("\(report)") } }
        return try await Core.open(
            journal: path, initial: initial, catalog: catalog, configuration: configuration,
            about: { $0.compactMap { ($0 as? ItemAdded)?.id } }, runtime: runtime)
    }
}

extension OpenedCore {
    /// Fires an event, and returns when it is durable.
    func write(_ event: some Event) async throws {
        core.fire(event: event)
        await core.settled()
        try await journal.durable()
    }
}
