import Foundation
import Reactor
import ReactorRecording
import Workloads

/// Journals, replays, and reads of recordings.
extension Growing {
    static let recordings = [
        Growing("fire(event:) into a journal, durable(through:) once", "events") { n, span in
            try await inFolder { folder in
                let opened = try await open(folder)
                try await span {
                    for _ in 0..<n { opened.core.fire(event: Raised()) }
                    await opened.core.settled()
                    try await opened.journal.durable()
                }
                try check(await opened.core.state.count == n, "not all were applied")
                try await opened.close()
            }
        },
        Growing("fire(event:) into a journal, durable(through:) after each", "events") { n, span in
            try await inFolder { folder in
                let opened = try await open(folder)
                try await span {
                    for _ in 0..<n {
                        opened.core.fire(event: Raised())
                        await opened.core.settled()
                        try await opened.journal.durable()
                    }
                }
                try check(await opened.core.state.count == n, "not all were applied")
                try await opened.close()
            }
        },
        Growing("fire(event:) into a journal with n pending", "events and pending predictions") { n, span in
            try await inFolder { folder in
                let opened = try await open(folder)
                let kept = (0..<n).map { _ in opened.core.predict(Unrelated()) }
                await opened.core.settled()
                try await span {
                    for _ in 0..<n { opened.core.fire(event: Raised()) }
                    await opened.core.settled()
                    try await opened.journal.durable()
                }
                try check(await opened.core.state.count == n, "not all were applied")
                for prediction in kept { prediction.commit() }
                try await opened.close()
            }
        },
        Growing("Core.open(journal:)", "entries of the last segment") { n, span in
            try await inFolder { folder in
                try await record(n, folder)
                let opened = try await span { try await open(folder) }
                try check(await opened.core.state.count == n, "not all were folded")
                try await opened.close()
            }
        },
        Growing("Core.open(journal:) of a state of n rows", "rows") { n, span in
            try await inFolder { folder in
                try await open(folder, Board(rows: n)).close()
                let opened = try await span { try await open(folder) }
                try check(await opened.core.state.rows.count == n, "not all are there")
                try await opened.close()
            }
        },
        Growing("OpenedCore.suspend() and resume(), without a write", "times", count: 50) { n, span in
            try await inFolder { folder in
                let opened = try await open(folder)
                try await span {
                    for _ in 0..<n {
                        opened.core.fire(event: Raised())
                        try await opened.suspend()
                        try await opened.resume()
                    }
                }
                try check(await opened.core.state.count == n, "not all were applied")
                try await opened.close()
            }
        },
        Growing("OpenedCore.resume(), once", "entries that another writes meanwhile") { n, span in
            try await inFolder { folder in
                let opened = try await open(folder)
                try await opened.suspend()
                try await record(n, folder)
                try await span { _ = try await opened.resume() }
                try check(await opened.core.state.count == n, "not all were folded")
                try await opened.close()
            }
        },
        Growing("OpenedCore.resume(), once, after one entry of another process", "events that wait") { n, span in
            try await inFolder { folder in
                let opened = try await open(folder)
                try await opened.suspend()
                for _ in 0..<n { opened.core.fire(event: Raised()) }
                await opened.core.settled()
                try await record(1, folder)
                try await span {
                    _ = try await opened.resume()
                    try await opened.journal.durable()
                }
                try check(await opened.core.state.count == n + 1, "not all were done again")
                try await opened.close()
            }
        },
        Growing("RecordingFile.forEachEntry(_:)", "entries") { n, span in
            try await inFolder { folder in
                try await record(n, folder)
                let file = try RecordingFile(lastSegmentOf: folder)
                var entries = 0
                try span { try file.forEachEntry { _ in entries += 1 } }
                try check(entries >= n, "\(entries) were read")
            }
        },
        Growing("Replay(of:)", "entries") { n, span in
            let recording = try draft(n)
            var replay = try span { try Replay(of: recording, catalog: catalog) }
            try check(replay.state.count == n, "not all were applied")
        },
        Growing("Playback.init, then forward()", "entries") { n, span in
            let recording = try draft(n)
            var steps = 0
            try span {
                var playback = try Playback(of: recording, catalog: catalog)
                while try playback.forward() { steps += 1 }
            }
            try check(steps >= n - 1, "\(steps) steps")
        },
        Growing("Playback.back()", "entries", count: 100) { n, span in
            let recording = try draft(n)
            var playback = try Playback(of: recording, catalog: catalog)
            try playback.move(to: playback.last)
            var steps = 0
            try span { while try playback.back() { steps += 1 } }
            try check(steps >= n - 1, "\(steps) steps")
        },
        Growing("Verification(of:)", "entries") { n, span in
            let recording = try draft(n)
            let verification = try span { try Verification(of: recording, catalog: catalog) }
            try check(verification.entries == UInt64(n), "\(verification.entries) were verified")
        },
        Growing("RecordingDraft(of:) and bytes()", "entries") { n, span in
            let recording = try draft(n)
            let bytes = try span { try RecordingDraft(of: recording).bytes() }
            try check(bytes.count > n, "nothing was written")
        },
        Growing("EventCatalog.encode(_:) and decode(_:)", "events") { n, span in
            var sum = 0
            try span {
                for id in 0..<n {
                    let event = try catalog.decode(catalog.encode(RowRaised(id: id)))
                    sum += (event as? RowRaised)?.id ?? 0
                }
            }
            try check(sum == n * (n - 1) / 2, "the result differs")
        },
        Growing("EventCatalog.encode(state:)", "rows") { n, span in
            let json = try span { try catalog.encode(state: Board(rows: n)) }
            try check(json["rows"]?.array?.count == n, "not all are there")
        },
        Growing("EventCatalog.digest(of:)", "rows") { n, span in
            let digest = try span { try catalog.digest(of: Board(rows: n)) }
            try check(!digest.isEmpty, "no digest")
        },
        Growing("BugReport(of:) with a redactor", "rows") { n, span in
            let recording = RecordingDraft(
                from: try catalog.encode(state: Board(rows: n)).compact, [try catalog.encode(Raised())])
            let redactor = Redactor(state: [["rows", .any, "text"]])
            let report = try span { try BugReport(of: recording, catalog: catalog, redactor: redactor).bytes() }
            try check(
                !String(decoding: report, as: UTF8.self).contains(Board.Row(id: 0).text), "nothing was redacted")
        },
    ]

    private static let catalog = EventCatalog<Board>(
        events: [
            .event(Raised.self, as: "raised"), .event(RowRaised.self, as: "row.raised"),
            .event(Unrelated.self, as: "unrelated"),
        ])

    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("growth-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private static func open(_ folder: String, _ initial: Board = Board()) async throws -> OpenedCore<Board> {
        try await Core.open(
            journal: folder, initial: initial, catalog: catalog,
            configuration: JournalConfiguration(app: "growth", durability: .process))
    }

    private static func record(_ n: Int, _ folder: String) async throws {
        let opened = try await open(folder)
        for _ in 0..<n { opened.core.fire(event: Raised()) }
        await opened.core.settled()
        try await opened.close()
    }

    private static func draft(_ n: Int) throws -> RecordingDraft {
        RecordingDraft(
            from: try catalog.encode(state: Board()).compact, try (0..<n).map { _ in try catalog.encode(Raised()) })
    }
}
