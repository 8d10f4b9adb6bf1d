import ExamplePatterns
import Foundation
import PlantedApps
import Reactor
import ReactorRecording
import ReactorTesting
import Testing
import ExampleWeightLogCore

@testable import ReactorTools

@Suite("Backtest")
struct BacktestTests {
    private static func rows(_ output: String) throws -> [BacktestRow] {
        try output.split(separator: "\n").map { try #require(BacktestRow(JSON(parsing: String($0)))) }
    }

    @Test("The build that wrote the states finds no difference, in this process and in workers")
    func same() throws {
        let folder = try Sessions(Weights.self, count: 6, entries: 80)
        let baseline = try folder.states()
        let here = Backtest(of: [folder.path], catalog: Weights.catalog)
        let rows = try here.run(against: baseline, invariants: Weights.invariants).rows
        #expect(rows.map(\.status) == Array(repeating: .same, count: 6))
        #expect(rows.allSatisfy { $0.entries > 40 && $0.compared > 40 && $0.seq == nil })
        let workers = try folder.backtest(plant: 0, baseline)
        #expect(workers.rows.map(\.withoutTime) == rows)
        #expect("\(workers)" == "none of 6 sessions differs; 6 compared")
        // The digests in the recordings are few, and equal.
        #expect(try folder.backtest(plant: 0, nil).rows.allSatisfy { $0.status == .same && $0.compared > 0 })
    }

    @Test(
        "A wrong reducer is found in exactly the sessions whose states it changes",
        arguments: [13])
    func allAndOnly(plant: Int) throws {
        let folder = try Sessions(Weights.self, count: 8, entries: 100)
        let report = try folder.backtest(plant: plant, try folder.states())
        #expect(Set(report.findings.map(\.path)) == Set(try folder.oracle(plant)))
        #expect(!report.findings.isEmpty)
        #expect(report.causes.map(\.rows.count).reduce(0, +) == report.findings.count)
        for cause in report.causes {
            #expect(cause.rows.allSatisfy { ($0.seq ?? 0) >= (cause.smallest.seq ?? 0) })
            #expect(Set(cause.rows.map(\.event)).count == 1)
        }
    }

    @Test("A crash is a finding of its session with the entry and the signal, and the others are replayed")
    func crash() throws {
        let folder = try Sessions(Board.self, count: 8, entries: 150)
        let report = try folder.backtest(plant: 3, nil)
        #expect(report.rows.count == 8)
        #expect(Set(report.findings.map(\.path)) == Set(try folder.oracle(3)))
        for row in report.findings {
            #expect(row.status == .crash)
            let death = row.invariant ?? ""
            #expect(death.hasPrefix("signal \(SIGILL) at 0x") || death.hasPrefix("signal \(SIGTRAP) at 0x"), "\(row)")
            #expect(row.event == "post.came")
            let recording = try Recording(path: "\(folder.path)/\(row.path)")
            #expect(row.session == recording.header.id)
            #expect(try recording.entry(row.seq ?? 0)?.event?.name == "post.came")
        }
        #expect(report.causes.count == 1)
    }

    @Test("A crash after a broken invariant is found by a check without invariants")
    func crashBehindBrokenInvariant() throws {
        let folder = try Sessions(TodoApp.self, count: 1, entries: 1)
        let lines: [(String, JSON)] = [
            ("assign", ["id": 1, "name": "search.text", "value": "bread"]),
            ("todos.found", ["text": "bread", "todos": []]),
        ]
        let entries = lines.enumerated().map { index, event in
            JournalEntry(
                seq: UInt64(index + 1), at: Timestamp(millisecondsSince1970: 1_700_000_000_000), step: .event(),
                event: RecordedEvent(name: event.0, payload: event.1.bytes()))
        }
        // As left by `minimise --crash`: no process received a request.
        let file = "\(folder.path)/\(folder.names[0])"
        let header = try Recording(path: file).header
        try Data(RecordingDraft(header: header, entries: entries).bytes()).write(to: URL(filePath: file))
        let worker = try folder.worker(4)
        try worker.ask(["path": "x", "file": .string(file)])
        let stopped = try worker.row()
        #expect(stopped.status == .invariant && stopped.seq == 1)
        try worker.ask(["path": "x", "file": .string(file), "invariants": false])
        guard case .died(_, let note) = try worker.answer() else { throw CancellationError() }
        #expect(note.event == "todos.found" && note.seq == 2)
    }

    @Test("An unreadable session is a row with the reason, and the backtest continues")
    func damaged() throws {
        let folder = try Sessions(Weights.self, count: 3, entries: 40)
        let damaged = "\(folder.path)/\(folder.names[1])"
        var bytes = try Data(contentsOf: URL(filePath: damaged))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: damaged))
        let report = try folder.backtest(plant: 0, nil)
        #expect(report.rows.map(\.status) == [.same, .damaged, .same])
        #expect(report.rows[1].pathInState?.contains(folder.names[1]) == true)
        #expect("\(report)".hasPrefix("1 of 3 sessions differs; 1 cause\n"))
    }

    @Test("Sessions with the same name in several folders are distinguished, in the baseline and in the rows")
    func oneName() throws {
        let folders = [
            try Sessions(Weights.self, count: 2, entries: 30), try Sessions(Weights.self, count: 1, entries: 60),
        ]
        let paths = folders.map(\.path)
        let baseline = "\(folders[0].path).states"
        _ = try folders[0].run(0, ["check", "-o", baseline] + paths)
        let rows = try Self.rows(folders[0].run(0, ["check", "--baseline", baseline, "--json"] + paths))
        let twice = paths.map { "\($0)/\(folders[0].names[0])" }
        #expect(Set(rows.map(\.path)) == Set(twice + [folders[0].names[1]]))
        #expect(rows.allSatisfy { $0.status == .same && $0.compared == $0.entries })
        #expect(Set(rows.map(\.entries)).count > 1)
    }

    @Test("A session is compared with its own baseline, under any name")
    func otherNames() throws {
        let folder = try Sessions(Weights.self, count: 4, entries: 30)
        let other = try Sessions(Weights.self, count: 1, entries: 5)
        let baseline = try folder.states()
        let files = FileManager.default
        // One is renamed, one is in two folders, under its name in both.
        try files.moveItem(atPath: "\(folder.path)/\(folder.names[0])", toPath: "\(folder.path)/anna.jsonl")
        try files.removeItem(atPath: "\(other.path)/\(other.names[0])")
        try files.copyItem(
            atPath: "\(folder.path)/\(folder.names[3])", toPath: "\(other.path)/\(folder.names[3])")
        let run = try folder.ended(0, ["check", "--baseline", baseline, "--json", folder.path, other.path])
        let rows = try Self.rows(run.output)
        #expect(run.code == 0 && rows.count == 5)
        #expect(rows.allSatisfy { $0.status == .same && $0.compared == $0.entries })
        // A bug is found in all of them.
        let report = try folder.ended(9, ["check", "--baseline", baseline, folder.path, other.path])
        let wrong = try folder.oracle(9)
        let count = wrong.count + (wrong.contains(folder.names[3]) ? 1 : 0)
        #expect(report.code == 1 && report.output.hasPrefix("\(count) of 5 sessions differ"), "\(report)")
    }

    @Test("A session in two arguments is checked once")
    func namedTwice() throws {
        let folder = try Sessions(Weights.self, count: 3, entries: 20)
        let link = "\(folder.path)/../\(URL(filePath: folder.path).lastPathComponent)/\(folder.names[2])"
        for words in [[folder.path, folder.path], [link, folder.path]] {
            let run = try folder.ended(0, ["check"] + words)
            #expect(run.output == "none of 3 sessions differs; 3 compared\n")
        }
        #expect(try folder.run(0, ["check", "-o", "-", folder.path, link]).split(separator: "\n").count == 3)
    }

    @Test("Sessions missing in the baseline are reported, and a check without comparisons is not a success")
    func notInBaseline() throws {
        let folder = try Sessions(Weights.self, count: 5, entries: 25)
        let paths = folder.names.map { "\(folder.path)/\($0)" }
        let baseline = "\(folder.path).states"
        _ = try folder.run(0, ["check", "-o", baseline] + paths.prefix(2))
        let some = try folder.ended(0, ["check", "--baseline", baseline, folder.path])
        #expect(some.output == "none of 5 sessions differs; 2 compared; 3 not in the baseline\n")
        #expect(some.code == 0)
        let none = try folder.ended(0, ["check", "--baseline", baseline] + paths.suffix(3))
        #expect(none.output == "none of 3 sessions differs; 0 compared; 3 not in the baseline\n")
        #expect(none.code == 1)
        let lines = try folder.run(0, ["check", "--baseline", baseline, "--json"] + paths.suffix(3)).split(
            separator: "\n")
        #expect(lines.count == 4)
        let error = try JSON(parsing: String(try #require(lines.last)))
        #expect(
            error["error"]?.string?.hasPrefix(
                "nothing was compared, because \(baseline) contains none of these sessions") == true)
        // The files under their names are of no use: they contained other sessions.
        try FileManager.default.removeItem(atPath: paths[0])
        try FileManager.default.moveItem(atPath: paths[4], toPath: paths[0])
        let renamed = try folder.ended(0, ["check", "--baseline", baseline, "--json", paths[0]])
        let renamedRow = try #require(renamed.output.split(separator: "\n").first)
        #expect(try Self.rows(String(renamedRow)).map(\.status) == [.notInBaseline])
        #expect(renamed.code == 1)
        let crash = BacktestRow(path: "a", status: .crash)
        let missing = BacktestRow(path: "b", status: .notInBaseline)
        let bare = BacktestRow(path: "c", status: .nothingToCompare)
        #expect(
            "\(BacktestReport([crash, missing, bare]))".hasPrefix(
                "1 of 3 sessions differs; 1 cause; 1 not in the baseline; 1 with nothing to compare\n"))
    }

    @Test("A recording without a digest has nothing to compare")
    func withoutDigests() throws {
        let folder = try Sessions(Weights.self, count: 2, entries: 12)
        for name in folder.names {
            let file = "\(folder.path)/\(name)"
            try RecordingDraft(of: RecordingFile(path: file)).write(to: file)
        }
        let run = try folder.ended(0, ["check", folder.path])
        #expect(run.output == "none of 2 sessions differs; 0 compared; 2 with nothing to compare\n")
        #expect(run.code == 0)
    }

    @Test("The status of an unreadable session equals the outcome of its recording")
    func statuses() throws {
        let check = SessionCheck(catalog: Shop.catalog, invariants: [])
        let errors: [(JournalError.Problem, BacktestRow.Status)] = [
            (.missingSegment(folder: "a", file: "b", from: 3, expected: 2), .damaged),
            (.lostSegment(folder: "a", file: "b"), .damaged), (.otherFormat(file: "a", format: 9), .unreadable),
            (.notJournal(path: "a"), .unreadable),
        ]
        for (problem, status) in errors {
            let error = JournalError(problem)
            #expect(check.row("a", against: .recorded) { throw ReplayError.journal(error) }.status == status)
            #expect(ToolError.unreadable(.journal(error)).isDamage == (status == .damaged))
        }
    }

    @Test("A row is parsed from its line, and has all keys in a fixed order")
    func row() throws {
        var row = BacktestRow(path: "a.jsonl", session: "1", status: .differs)
        (row.seq, row.event, row.pathInState, row.before, row.now) = (7, "a v2", "/b/*", 1, [true])
        #expect(
            row.json.compact
                == #"{"path":"a.jsonl","session":"1","status":"differs","entries":0,"compared":0,"seq":7,"event":"a v2","path_in_state":"/b/*","before":1,"now":[true],"invariant":null,"ms":null}"#
        )
        #expect(BacktestRow(try JSON(parsing: row.json.bytes())) == row)
        #expect(BacktestRow(["path": "a"]) == nil)
    }

    @Test("A worker responds to a path, a renamed file and bytes with one line each")
    func protocolOfWorkers() throws {
        let folder = try Sessions(Weights.self, count: 1, entries: 60)
        let file = "\(folder.path)/\(folder.names[0])"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let worker = try folder.worker()
        var rows: [BacktestRow] = []
        for ask in [
            { try worker.ask(["path": "x", "file": .string(file)]) }, { try worker.ask(["path": "x"], bytes) },
            { try worker.ask(["path": "x"], Array(bytes.prefix(bytes.count / 2))) },
        ] {
            try ask()
            rows.append(try worker.row())
        }
        #expect(rows[0] == rows[1])
        #expect(rows[0].status == .same)
        // Half of a file ends in an incomplete line, as after a crash.
        #expect(rows[2].entries < rows[0].entries)
    }

    @Test("Members that only one build has are not a difference")
    func form() throws {
        var draft = try Shop.session(seed: 1, count: 30)
        let check = SessionCheck(catalog: Shop.catalog, invariants: [])
        var states = check.states("a", of: draft)
        states.changes[0].digests["/discount"] = .some(7)
        states.changes[0].digests["/total"] = nil
        for index in states.changes.indices.dropFirst() { states.changes[index].digests["/total"] = nil }
        #expect(check.row("a", against: .states(states)) { draft }.status == .same)
        states.changes[3].digests["/basket/*"] = .some(1)
        let row = check.row("a", against: .states(states)) { draft }
        #expect(row.status == .differs)
        #expect(row.seq == states.changes[3].seq)
        #expect(row.pathInState == "/basket/*")
        draft = RecordingDraft(header: draft.header, entries: draft.entries.prefix(2))
        #expect(check.row("a", against: .states(nil)) { draft }.status == .notInBaseline)
    }

    @Test("Every different state has other digests, and the first different path is reported")
    func digests() throws {
        let state: JSON = ["a": [1, ["b": "x"]], "c": JSON.null, "d": ["e": true]]
        let others: [(JSON, String)] = [
            (["a": [1, ["b": "y"]], "c": JSON.null, "d": ["e": true]], "/a/*/b"),
            (["a": [["b": "x"], 1], "c": JSON.null, "d": ["e": true]], "/a/*"),
            (["a": [1, ["b": "x"], 2], "c": JSON.null, "d": ["e": true]], "/a"),
            (["a": [1, ["b": "x"]], "c": "null", "d": ["e": true]], "/c"),
            (["a": [1, ["b": "x"]], "c": JSON.null, "d": ["e": false]], "/d/e"),
            (["a": ["1", ["b": "x"]], "c": JSON.null, "d": ["e": true]], "/a/*"),
        ]
        for (other, way) in others {
            var digests = StateDigests()
            let first = digests.change(to: .json(state))
            #expect(digests.change(to: .json(other)).keys.min() == way)
            #expect(
                Set(digests.change(to: .json(state)).values.map { $0 ?? 0 }).isSubset(of: first.values.map { $0 ?? 0 }))
        }
    }

    @Test("Digests do not depend on earlier states")
    func knownParts() throws {
        var random = SeededRandom(seed: 8)
        func value(_ depth: Int) -> JSON {
            switch random.below(depth > 2 ? 3 : 6) {
            case 0: .number(JSON.Number(random.below(3)))
            case 1: .string(random.chance(50) ? "a" : "b")
            case 2: .array([])
            case 3: .array((0..<random.below(4)).map { _ in value(depth + 1) })
            default:
                .sorted(
                    Dictionary((0..<random.below(4)).map { _ in ("abcd".randomText(&random), value(depth + 1)) }) { $1 }
                )
            }
        }
        var known = StateDigests()
        var total: [String: UInt64] = [:]
        var states: [JSON] = []
        for _ in 0..<400 {
            var state: JSON = states.isEmpty || random.chance(40) ? value(0) : states[random.below(states.count)]
            // Parts of known states, in the same place and in others.
            if !states.isEmpty, random.chance(60) {
                state["abcd".randomText(&random)] = states[random.below(states.count)]["a"]
            }
            states.append(state)
            for (way, digest) in known.change(to: .json(state)) { total[way] = digest }
            var new = StateDigests()
            #expect(new.change(to: .json(state)).compactMapValues(\.self) == total)
        }
    }
}

extension String {
    /// One of its letters.
    fileprivate func randomText(_ random: inout SeededRandom) -> String { String(Array(self)[random.below(count)]) }
}

extension BacktestRow {
    fileprivate var withoutTime: BacktestRow {
        var row = self
        row.ms = nil
        return row
    }
}
