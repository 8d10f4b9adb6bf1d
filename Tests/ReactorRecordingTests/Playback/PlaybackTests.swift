import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("Playback")
struct PlaybackTests {
    @Test("It shows any entry, moved to in any order, with any spacing of its snapshots")
    func moves() async throws {
        for seed in 1...UInt64(10) {
            let (recording, states) = try await recordedSession(seed: seed)
            var random = SeededRandom(seed: seed)
            var playback = try Playback(
                of: recording, every: UInt64(1 + random.below(12)), limit: 2 + random.below(4), catalog: Shelf.catalog)
            var seen: [Shelf] = []
            for seq in 0...playback.last { seen.append(states[seq] ?? seen.last ?? Shelf()) }
            for _ in 0..<120 {
                let seq = UInt64(random.below(seen.count))
                try playback.move(to: seq)
                #expect(playback.state == seen[Int(seq)], "seed \(seed), entry \(seq)")
            }
        }
    }

    @Test("It steps from whole group to whole group, to the end and back to the beginning")
    func steps() async throws {
        let (recording, states) = try await recordedSession(seed: 4)
        var playback = try Playback(of: recording, every: 10, catalog: Shelf.catalog)
        var passed: [UInt64] = [0]
        while try playback.forward() {
            passed.append(playback.seq)
            #expect(playback.state == states[playback.seq], "entry \(playback.seq)")
        }
        #expect(playback.seq == playback.last)
        #expect(UInt64(passed.count) < playback.last)
        while try playback.back() {
            passed.removeLast()
            #expect(playback.seq == passed.last)
        }
        #expect(playback.seq == 0)
    }

    @Test("It never keeps more snapshots than asked for, however long the recording")
    func bounded() throws {
        let lines = (1...2_000).map { seq in
            JournalLine.entry(.delivered(seq, RecordedEvent(name: "item.removed", payload: Array(#"{"id":1}"#.utf8))))
        }
        var reached: [UInt64] = []
        let playback = try Playback(
            of: Recording(header: sample().header, lines: lines), every: 10, limit: 8, catalog: Shelf.catalog
        ) { reached.append($0) }
        #expect(playback.snapshots.count <= 8)
        #expect(playback.spacing >= 250)
        #expect(reached.first == 10 && reached.count > 8)
    }

    @Test("Two entries are compared member by member")
    func differs() throws {
        let playback = try Playback(of: sample(), catalog: Shelf.catalog)
        let difference = try playback.difference(from: 1, to: 2)
        #expect(difference.description == #"items[1]: added {"id":2,"title":"t"}"#)
        #expect(try playback.difference(from: 2, to: 2).isEmpty)
        #expect(throws: ReplayError(.outOfRange(seq: 3, first: 0, last: 2))) { try playback.difference(from: 1, to: 3) }
    }

    @Test("A recording that cannot be replayed to its end is shown up to there, with the reason")
    func obstacle() throws {
        let lines = sample().lines + [.entry(.delivered(3, RecordedEvent(name: "item.painted")))]
        var playback = try Playback(of: Recording(header: sample().header, lines: lines), catalog: Shelf.catalog)
        #expect(playback.last == 2)
        #expect(playback.obstacle == ReplayError(.catalog(CatalogError(.unknownName("item.painted")), seq: 3)))
        try playback.move(to: 2)
        #expect(playback.state.items.count == 2)
    }
}
