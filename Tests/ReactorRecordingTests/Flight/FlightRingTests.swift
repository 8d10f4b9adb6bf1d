import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

/// The content of a ring in the simplest implementation: everything that was appended, read from the newest backwards.
private struct NaiveRing {
    struct Record: Hashable {
        var seq: UInt64
        var launch: UInt64
        var name: String
        var continues: Bool
        var content: [UInt8]

        var size: Int { 32 + (content.count + 31) / 32 * 32 }
    }

    let bytes: Int
    let most: Int
    var records: [Record] = []

    /// The newest entries that fit. Dropped entries do not return when an entry is removed.
    var kept: [Record] = []

    mutating func append(_ record: Record) {
        kept.append(record)
        while kept.count > most || kept.reduce(0, { $0 + $1.size }) > bytes { kept.removeFirst() }
    }
}

extension FlightContents {
    fileprivate var naive: [NaiveRing.Record] {
        records.map {
            NaiveRing.Record(
                seq: $0.seq, launch: $0.launch, name: $0.name ?? "", continues: $0.continues, content: $0.content)
        }
    }
}

@Suite("The ring of a flight recorder")
struct FlightRingTests {
    /// Memory that replaces a file.
    private final class Memory {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ count: Int) {
            bytes = .allocate(byteCount: count, alignment: 16)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
        }

        deinit { bytes.deallocate() }

        var copy: [UInt8] { Array(bytes) }
    }

    @Test(
        "The ring contains the newest records within its limits, also after retractions",
        arguments: 1...6)
    func model(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (bytes, most) = (1_024 + random.below(64) * 32, 1 + random.below(60))
        let memory = Memory(FlightRing.size(bytes))
        var ring = FlightRing(memory.bytes, id: "a-\(seed)", most: most)
        var model = NaiveRing(bytes: bytes, most: most)
        let names = ["weight.logged", "reset", "ünïcode"]
        let numbers = names.map { ring.add(name: $0) }
        var seq: UInt64 = 0
        for _ in 0..<600 {
            let (head, before) = (ring.head, seq)
            let count = 1 + random.below(3)
            var appended: [NaiveRing.Record] = []
            for index in 0..<count {
                seq += 1
                let name = random.below(names.count)
                let content = (0..<(random.chance(50) ? random.below(ring.longest + 1) : 0)).map { _ in
                    UInt8(truncatingIfNeeded: random.next())
                }
                let record = NaiveRing.Record(
                    seq: seq, launch: random.chance(30) ? random.next() : 0, name: names[name], continues: index > 0,
                    content: content)
                ring.append(
                    seq: seq, launch: record.launch, name: numbers[name], continues: index > 0, content: content)
                model.append(record)
                appended.append(record)
            }
            if random.chance(20) {
                ring.retract(to: head, records: count)
                model.kept.removeAll { $0.seq > before }
                seq = before
            }
            ring.note(position: seq, isReacting: random.chance(50))
            guard random.chance(10) else { continue }
            let found = try #require(FlightContents(memory.copy))
            #expect(found.naive == model.kept)
            #expect(found.position == seq && found.id == "a-\(seed)")
        }
    }

    private func filled(_ memory: Memory) -> [NaiveRing.Record] {
        var ring = FlightRing(memory.bytes, id: "id", most: 30)
        let name = ring.add(name: "counted")
        var written: [NaiveRing.Record] = []
        for seq in 1...45 as ClosedRange<UInt64> {
            let content = Array("payload \(seq)".utf8) + Array(repeating: UInt8(seq), count: Int(seq % 70))
            written.append(
                NaiveRing.Record(seq: seq, launch: seq % 3, name: "counted", continues: false, content: content))
            ring.append(seq: seq, launch: seq % 3, name: name, continues: false, content: content)
        }
        ring.note(position: 45, isReacting: true)
        return written
    }

    @Test("Cut at any byte, or with any byte lost, it contains only records that were written")
    func torn() {
        let memory = Memory(FlightRing.size(2_048))
        let written = filled(memory)
        let whole = memory.copy
        #expect(FlightContents(whole)?.records.last?.seq == 45)
        #expect(FlightContents(whole)?.isReacting == true)
        for count in Loops.places(0...whole.count - 1, oneOf: 5) {
            #expect(FlightContents(Array(whole[..<count])) == nil)
        }
        let places = Array(0..<400) + Array(FlightLayout.ring..<whole.count)
        for index in Loops.places(0...places.count - 1, oneOf: 5) {
            let place = places[index]
            for value in [UInt8(0xFF), whole[place] ^ 1] where value != whole[place] {
                var bytes = whole
                bytes[place] = value
                let found = FlightContents(bytes)
                // The content has a separate checksum, that of its line, and names do not require one.
                let checked = found?.records.map { $0.seq }
                let all = written.map(\.seq)
                if let checked, let first = checked.first {
                    #expect(Array(all.drop { $0 < first }.prefix(checked.count)) == checked, "byte \(place)")
                }
            }
        }
    }

    @Test("Invalid positions are refused, without an overflow")
    func overflow() {
        let memory = Memory(FlightRing.size(1_024))
        var ring = FlightRing(memory.bytes, id: "id", most: 100)
        for seq in 1...3 as ClosedRange<UInt64> {
            ring.append(seq: seq, launch: 0, name: 0, continues: false, content: [1, 2, 3])
        }
        func put(_ word: UInt64, _ place: Int, in bytes: inout [UInt8]) {
            for index in 0..<8 { bytes[place + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }
        }
        let heads: [UInt64] = [.max - 31, 1 << 63, (1 << 63) - 32, (1 << 63) - 64]
        let distances: [UInt64] = [0, 32, 64, 1_024]
        for head in heads {
            for distance in distances {
                var bytes = memory.copy
                put(head, FlightLayout.head, in: &bytes)
                put(head - distance, FlightLayout.tail, in: &bytes)
                #expect(FlightContents(bytes) == nil || head <= UInt64(Int64.max))
            }
        }
        // The highest possible entry number is followed by none.
        let last = Memory(FlightRing.size(1_024))
        ring = FlightRing(last.bytes, id: "id", most: 100)
        let numbers: [UInt64] = [.max - 1, .max, 1]
        for seq in numbers { ring.append(seq: seq, launch: 0, name: 0, continues: false) }
        #expect(FlightContents(last.copy)?.records.map(\.seq) == [1])
    }
}
