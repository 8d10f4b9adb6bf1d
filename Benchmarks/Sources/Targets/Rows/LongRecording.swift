import Foundation
import Reactor
import ReactorRecording

/// A long recording: written at the maximum speed of the writer, read, decoded, replayed, and opened.
struct LongRecording: Row {
    let title = "recording, a million entries"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let count = effort.events(1_000_000)
        let shelf = Shelf()
        let path = shelf.next()
        let written = try await write(count, to: path)
        let bytes = try shelf.bytes(of: path)
        let megabytes = Double(bytes) / 1e6
        let recording = try RecordingFile(path: path)
        let rounds = try await Rounds(
            min(effort.rounds, 5),
            [
                Contestant(name: "lines") { try await nanoseconds(each: count) { try read(recording, count) } },
                Contestant(name: "events") { try await nanoseconds(each: count) { try decode(recording, count) } },
                Contestant(name: "states") { try await nanoseconds(each: count) { try fold(recording, count) } },
                Contestant(name: "verified") { try await nanoseconds(each: count) { try verify(recording, count) } },
                Contestant(name: "opening") {
                    try await nanoseconds(each: count) {
                        let opened = try await Core.open(path)
                        try check(await opened.core.state, count, "opened")
                        try await opened.journal.close()
                    }
                },
            ])
        let peak = try await peakMemory { try fold(recording, count) }
        func cost(_ name: String) -> String { "\((rounds[name] / 1_000).formatted(2)) µs" }
        func row(_ what: String, _ measured: String) -> Finding {
            Finding("\(title), \(what)", measured: measured, target: "reported", .reported)
        }
        return [
            row(
                "written without pauses, until everything is on the disk",
                "\((written / 1_000).formatted(2)) µs an entry (\((megabytes / (written * Double(count) / 1e9)).formatted(0)) "
                    + "MB a second)"),
            row(
                "size", "\((Double(bytes) / Double(count)).formatted(0)) bytes an entry (\(megabytes.formatted(0)) MB)"),
            row("reading and checking lines", "\(cost("lines")) an entry"),
            row(
                "decoding the events on top of that",
                "\((rounds.difference("events", from: "lines") / 1_000).formatted(2)) µs an entry"),
            row("replaying, in total", "\(cost("states")) an entry"),
            row("verifying", "\(cost("verified")) an entry"),
            row(
                "opening a core from it",
                "\(cost("opening")) an entry (\((rounds["opening"] * Double(count) / 1e9).formatted(1)) s)"),
            row(
                "peak memory of a process that replays it",
                peak.map { "\($0.mebibytes.formatted(0)) MiB" } ?? "not reported by the system"),
        ]
    }

    /// Nanoseconds an entry, until the disk has all of them.
    private func write(_ count: Int, to path: String) async throws -> Double {
        let opened = try await Core.open(path)
        let cost = try await nanoseconds(each: count) {
            for first in stride(from: 0, to: count, by: 1_000) {
                for number in first..<min(first + 1_000, count) { opened.core.fire(event: Weighed(number)) }
                await opened.core.settled()
            }
            try await opened.journal.durable()
        }
        try await opened.journal.close()
        return cost
    }

    private func read(_ recording: RecordingFile, _ count: Int) throws {
        var entries = 0
        try recording.forEachEntry { _ in entries += 1 }
        try checkEntries(entries, count)
    }

    private func decode(_ recording: RecordingFile, _ count: Int) throws {
        var entries = 0
        try recording.forEachEntry { entry in
            if let event = entry.event, try Scales.catalog.decode(event) is Weighed { entries += 1 }
        }
        try checkEntries(entries, count)
    }

    private func fold(_ recording: RecordingFile, _ count: Int) throws {
        var end = try Replay(of: recording, catalog: Scales.catalog)
        try check(end.state, count, "replayed")
    }

    private func verify(_ recording: RecordingFile, _ count: Int) throws {
        let verification = try Verification(of: recording, catalog: Scales.catalog)
        guard verification.outcome == .same else { throw WrongRecording(description: "\(verification.outcome)") }
        try checkEntries(Int(verification.entries), count)
    }

    private func checkEntries(_ found: Int, _ count: Int) throws {
        guard found == count else { throw WrongRecording(description: "\(found) of \(count) entries were read.") }
    }
}
