import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorJSON
@testable import ReactorRecording

@Suite("Encoding what changed")
struct EncodingMemoryTests {
    @Test("What is remembered gives the bytes that encoding everything gives, after any change")
    func agreesWithEncodingAll() throws {
        for seed in Loops.seeds(of: 160) {
            var random = SeededRandom(seed: seed)
            var album = Album()
            var memory = EncodingMemory()
            for step in 0..<80 {
                album.change(&random)
                let remembered = try JSON(canonicallyEncoding: album, &memory)
                let (all, again) = (
                    try JSON(canonicallyEncoding: album), try JSON.decode(Album.self, from: remembered.bytes())
                )
                #expect(remembered.compact == all.compact, "seed \(seed), step \(step)")
                #expect(again == album, "seed \(seed), step \(step)")
            }
        }
    }

    @Test("Only what changed is encoded again, in place, or beside one that came or went")
    func encodesOnlyChanges() throws {
        var values = (0..<50).map { CountedEncoding(number: $0, parts: [$0]) }
        var memory = EncodingMemory()
        func encodings() throws -> Int {
            CountedEncoding.encodings.withLock { $0 = 0 }
            _ = try JSON(canonicallyEncoding: [values], &memory)
            return CountedEncoding.encodings.withLock { $0 }
        }
        #expect(try encodings() == 50)
        #expect(try encodings() == 0)
        values[20].parts.append(1)
        #expect(try encodings() == 1)
        values.remove(at: 3)
        #expect(try encodings() == 0)
        values.insert(CountedEncoding(number: 99), at: 30)
        #expect(try encodings() == 1)
        values.append(CountedEncoding(number: 100))
        #expect(try encodings() == 1)
    }

    @Test("Values of every shape are written as Foundation's encoder writes them")
    func agreesWithFoundation() throws {
        for seed in Loops.seeds(of: 160) {
            var random = SeededRandom(seed: seed)
            var album = Album()
            for _ in 0..<40 {
                album.change(&random)
                var plain = album
                // Foundation writes these in the order of their hashes.
                plain.byNumber = [:]
                plain.removeTags()
                let (ours, theirs) = (try JSON(canonicallyEncoding: plain), try JSON(encoding: plain))
                #expect(ours == theirs, "seed \(seed): \(JSONDifference(from: theirs, to: ours))")
                #expect(ours.bytes(.compact) == theirs.bytes(.canonical), "seed \(seed)")
            }
        }
    }
}
