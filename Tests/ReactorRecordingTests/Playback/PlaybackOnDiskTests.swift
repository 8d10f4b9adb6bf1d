import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("Playback of a recording on disk")
struct PlaybackOnDiskTests {
    @Test("Playback has the states of a plain replay, for moves and steps in any order and any number of files")
    func agreesWithNaiveFold() async throws {
        for seed in Loops.seeds(of: 60) {
            var random = SeededRandom(seed: seed)
            let (recording, _) = try await recordedSession(
                seed: seed, count: 100, segmentsEvery: seed.isMultiple(of: 3) ? nil : UInt64(5 + random.below(40)))
            let folder = try FilesOfRecording(recording)
            let file = try RecordingFile(path: folder.path, placeEvery: UInt64(1 + random.below(20)))
            var playback = try Playback(
                of: file, every: UInt64(1 + random.below(30)), limit: 2 + random.below(6), catalog: Shelf.catalog)
            let naive = try naiveStates(of: recording)
            #expect(playback.last == naive.keys.max())
            var copies: [Playback<Shelf>] = [playback]
            for step in 0..<150 {
                switch random.below(8) {
                case 0: try playback.move(to: UInt64(random.below(Int(playback.last) + 1)))
                case 1: _ = try playback.back()
                case 2: copies.append(playback)
                case 3: playback = copies[random.below(copies.count)]
                default: if try !playback.forward() { #expect(playback.seq == playback.last) }
                }
                #expect(playback.state == naive[playback.seq], "seed \(seed), step \(step), entry \(playback.seq)")
            }
        }
    }

    /// The state after each complete step, each replayed from the beginning.
    private func naiveStates(of recording: Recording) throws -> [UInt64: Shelf] {
        var states: [UInt64: Shelf] = [:]
        for count in 0...recording.lines.count {
            var replay = try Replay(recording.header, catalog: Shelf.catalog)
            for line in recording.lines.prefix(count) { try replay.read(line) }
            if !replay.isInGroup { states[replay.seq] = replay.state }
        }
        return states
    }

    @Test("Entries that were read are not read again to reach a later place")
    func readsFromNearby() throws {
        let folder = try FilesOfRecording(removals(3_000))
        let file = try RecordingFile(path: folder.path)
        func next(after seq: UInt64, of file: RecordingFile) throws -> UInt64? {
            var lines = try file.lines(after: seq)
            return try lines.next()?.lastSeq
        }
        #expect(try next(after: 2_500, of: file) == 2_501)
        try folder.damage(entry: 1_500)
        #expect(try next(after: 2_500, of: file) == 2_501)
        #expect(try next(after: 2_000, of: file) == 2_001)
        // A reader that finds the damage treats it as the end.
        #expect(try next(after: 1_600, of: file) == nil)
        #expect(try next(after: 2_500, of: RecordingFile(path: folder.path)) == nil)
    }

    @Test("The limit of places holds, and the last place before an entry is found")
    func places() {
        var random = SeededRandom(seed: 5)
        let places = RecordingPlaces(every: 10, limit: 16)
        for seq in 0..<5_000 { note(UInt64(seq), in: places) }
        for _ in 0..<2_000 { note(UInt64(random.below(5_000)), in: places) }
        let found = (0..<5_000).compactMap { places.last(upTo: $0)?.position.seq }
        #expect(found.count == 5_000)
        #expect(Set(found).count <= 16 && Set(found).count >= 8)
        #expect(zip(found, 0...).allSatisfy { $0 <= $1 })
    }

    private func note(_ seq: UInt64, in places: RecordingPlaces) {
        _ = places.note(RecordingReader.FilePosition(file: "", position: SegmentReader.Position(seq: seq)))
    }

    private func removals(_ count: UInt64) -> Recording {
        let event = RecordedEvent(name: "item.removed", payload: Array(#"{"id":1}"#.utf8))
        return Recording(header: sample().header, lines: (1...count).map { .entry(.delivered($0, event)) })
    }
}
