import ExamplePatterns
import ExampleWeightLogCore
import Foundation
import PlantedApps
import Reactor
import ReactorRecording
import ReactorTesting
import Testing

@testable import ReactorTools

@Suite("Comparing two builds of an app")
struct TwoBuildsTests {
    private static func statuses(_ output: String) throws -> [String] {
        try output.split(separator: "\n").map { try #require(JSON(parsing: String($0))["status"]?.string) }
    }

    @Test("The build that wrote the states finds no difference")
    func same() throws {
        let folder = try Sessions(Weights.self, count: 6, entries: 80)
        let run = try folder.ended(0, ["check", "--against", folder.states(), folder.path])
        #expect(run.output == "0 of 6 recordings have a finding; 6 compared\n" && run.code == 0)
        // The digests in the recordings are few, and equal.
        #expect(try folder.run(0, ["check", folder.path]) == "0 of 6 recordings have a finding; 6 compared\n")
    }

    @Test(
        "A wrong reducer is found in exactly the recordings whose states it changes, at the first entry with another state",
        arguments: [9, 13])
    func allAndOnly(plant: Int) throws {
        let folder = try Sessions(Weights.self, count: 8, entries: 100)
        let run = try folder.ended(plant, ["check", "--against", folder.states(), "--json", folder.path])
        let found = try run.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
            .filter { $0["status"] == "differs" }
        let wrong = try folder.oracle(plant)
        #expect(Set(found.compactMap { $0["path"]?.string }) == Set(wrong.map { "\(folder.path)/\($0)" }))
        #expect(!wrong.isEmpty && run.code == 1)
        for row in found {
            let recording = try Recording(path: try #require(row["path"]?.string))
            let seq = UInt64(try #require(row["seq"]?.int))
            var (mine, theirs) = (
                try RecordedStates(of: recording, catalog: Weights.ownCatalog),
                try RecordedStates(of: recording, catalog: Planted<Weights>.catalog(plant))
            )
            var first: UInt64?
            while first == nil, let (entry, isSeen) = try mine.next(), try theirs.next() != nil {
                if isSeen, try mine.encoded().json != theirs.encoded().json { first = entry.seq }
            }
            #expect(first == seq)
        }
    }

    @Test("Unreadable and damaged recordings are reported, and the others are checked")
    func damaged() throws {
        let folder = try Sessions(Weights.self, count: 3, entries: 40)
        let damaged = "\(folder.path)/\(folder.names[1])"
        var bytes = try Data(contentsOf: URL(filePath: damaged))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: damaged))
        let run = try folder.ended(0, ["check", "--json", folder.path, "\(folder.path)/none"])
        #expect(try Self.statuses(run.output) == ["same", "damaged", "same", "unreadable"])
        #expect(run.code == 3)
    }

    @Test("A recording is compared with its own states, under any name, and is checked once")
    func otherNames() throws {
        let folder = try Sessions(Weights.self, count: 4, entries: 30)
        let states = try folder.states()
        try FileManager.default.moveItem(
            atPath: "\(folder.path)/\(folder.names[0])", toPath: "\(folder.path)/anna.jsonl")
        let link = "\(folder.path)/../\(URL(filePath: folder.path).lastPathComponent)/\(folder.names[2])"
        for words in [[folder.path, folder.path], [link, folder.path]] {
            let run = try folder.ended(0, ["check", "--against", states] + words)
            #expect(run.output == "0 of 4 recordings have a finding; 4 compared\n" && run.code == 0)
        }
    }

    @Test("Recordings that the other build did not have are counted, and a check without comparisons is not a success")
    func missing() throws {
        let folder = try Sessions(Weights.self, count: 5, entries: 25)
        let paths = folder.names.map { "\(folder.path)/\($0)" }
        let states = "\(folder.path).states"
        _ = try folder.run(0, ["check", "-o", states] + paths.prefix(2))
        let some = try folder.ended(0, ["check", "--against", states, folder.path])
        #expect(
            some.output
                == "0 of 5 recordings have a finding; 2 compared, 3 of which the other build has no states\n")
        #expect(some.code == 0)
        let none = try folder.ended(0, ["check", "--against", states, "--json"] + paths.suffix(3))
        #expect(none.code == 1)
        let lines = none.output.split(separator: "\n")
        #expect(lines.count == 4)
        let error = try JSON(parsing: String(try #require(lines.last)))
        #expect(
            error["error"]?.string?.hasPrefix(
                "nothing was compared, because \(states) contains none of these recordings") == true)
    }

    @Test("A recording without a digest has nothing to compare")
    func withoutDigests() throws {
        let folder = try Sessions(Weights.self, count: 2, entries: 12)
        for name in folder.names {
            let file = "\(folder.path)/\(name)"
            try RecordingDraft(of: RecordingFile(path: file)).write(to: file)
        }
        let run = try folder.ended(0, ["check", folder.path])
        #expect(run.output == "0 of 2 recordings have a finding; 0 compared, 2 with nothing to compare\n")
        #expect(run.code == 0)
    }
}

@Suite("The digests of states")
struct StateDigestsTests {
    @Test("Every different state has another digest, and an equal one has the same")
    func differ() throws {
        let state: JSON = ["a": [1, ["b": "x"]], "c": JSON.null, "d": ["e": true]]
        let others: [JSON] = [
            ["a": [1, ["b": "y"]], "c": JSON.null, "d": ["e": true]],
            ["a": [["b": "x"], 1], "c": JSON.null, "d": ["e": true]],
            ["a": [1, ["b": "x"], 2], "c": JSON.null, "d": ["e": true]],
            ["a": [1, ["b": "x"]], "c": "null", "d": ["e": true]],
            ["a": [1, ["b": "x"]], "c": JSON.null, "d": ["e": false]],
            ["a": ["1", ["b": "x"]], "c": JSON.null, "d": ["e": true]],
            ["a": [1, ["b": "x"]], "d": ["e": true], "ce": JSON.null],
            ["a": [1, ["b": "x"]], "c": JSON.null, "d": [:]], [:], .array([]), .array([.array([])]),
        ]
        var digests = StateDigests()
        let first = digests.digest(of: .json(state))
        #expect(Set(others.map { digests.digest(of: .json($0)) } + [first]).count == others.count + 1)
        #expect(digests.digest(of: .json(state)) == first)
    }

    @Test("A digest does not depend on earlier states")
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
        var states: [JSON] = []
        var digests: [UInt64: JSON] = [:]
        for _ in 0..<400 {
            var state: JSON = states.isEmpty || random.chance(40) ? value(0) : states[random.below(states.count)]
            // Parts of known states, in the same place and in others.
            if !states.isEmpty, random.chance(60) {
                state["abcd".randomText(&random)] = states[random.below(states.count)]["a"]
            }
            states.append(state)
            let digest = known.digest(of: .json(state))
            var new = StateDigests()
            #expect(new.digest(of: .json(state)) == digest)
            #expect(digests.updateValue(state, forKey: digest).map { $0.canonical == state.canonical } ?? true)
        }
    }
}

extension String {
    /// One of its letters.
    fileprivate func randomText(_ random: inout SeededRandom) -> String { String(Array(self)[random.below(count)]) }
}
