import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A line of a recording")
struct LineTests {
    @Test("Every written line is parsed and written again without a difference")
    func goesThereAndBack() throws {
        for seed in Loops.seeds(of: 4_000) {
            var random = SeededRandom(seed: seed)
            let lines = (0..<10).map { _ in JournalLine.arbitrary(&random) }
            var writer = LineWriter()
            for line in lines { writer.write(line) }
            var reader = LineReader()
            var again = LineWriter()
            for bytes in writer.bytes.split(separator: UInt8(ascii: "\n")) {
                again.write(try reader.read(Array(bytes)))
            }
            #expect(again.bytes == writer.bytes, "seed \(seed)")
            var third = LineReader()
            let read = try writer.bytes.split(separator: UInt8(ascii: "\n")).map { try third.read(Array($0)) }
            #expect(read == lines, "seed \(seed)")
            for line in writer.bytes.split(separator: UInt8(ascii: "\n")) {
                #expect((try? JSONSerialization.jsonObject(with: Data(line))) != nil, "seed \(seed)")
            }
        }
    }

    @Test("Names are written in the order of their bytes, also if the comparison of strings has no order for them")
    func orderOfNames() {
        var all: Set<[UInt8]> = []
        for capacity in 0..<40 {
            var members = [String: UInt32](minimumCapacity: capacity)
            for (name, check) in [("\u{F6}\"", 3), ("o\u{308}", 4), ("", 5)] { members[name] = UInt32(check) }
            var writer = LineWriter()
            writer.write(JournalCheck(seq: 2, members: members))
            all.insert(writer.bytes)
        }
        #expect(all.count == 1)
        #expect(
            String(decoding: all.first ?? [], as: UTF8.self)
                .hasPrefix(#"{"check":2,"members":{"":"00000005","o\#u{308}":"00000004","\#u{F6}\"":"00000003"}"#))
    }

    @Test("Lines have the format in the documentation")
    func looks() {
        var writer = LineWriter()
        let at = Timestamp(millisecondsSince1970: 1_767_254_400_000)
        writer.write(
            JournalHeader(
                id: "7c2f", app: "weightlog", at: at,
                schema: JournalSchema(state: 2, events: ["weight.logged": 1, "reset": 1]), base: Array("{}".utf8)))
        writer.write(
            JournalEntry(
                seq: 1, at: at, step: .begin(PredictionID(4)), group: GroupPlace(index: 1, count: 2),
                cause: JournalCause(
                    command: "LogWeight", launch: 2, parent: 1, place: "WeightLog/Screen.swift:38"),
                place: "WeightLog/LogWeight.swift:41",
                event: RecordedEvent(name: "weight.logged", payload: Array(#"{"kilograms":80.5}"#.utf8))))
        writer.write(JournalCheck(seq: 1, digest: "ab", synced: 1, members: ["b": 1, "a": 0xBEEF]))
        writer.write(JournalCheck(seq: 1, synced: 1, end: .closed))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                {"reactor":4,"id":"7c2f","app":"weightlog","from":0,"at":"2026-01-01T08:00:00.000Z","schema":{"state":2,\
                "events":{"reset":1,"weight.logged":1}},"counters":{"tx":0,"mark":0,"launch":0},"pending":[],"base":{},\
                "crc":"f9871ece"}
                {"seq":1,"at":"2026-01-01T08:00:00.000Z","op":"begin","tx":4,"group":[1,2],"cause":\
                {"command":"LogWeight","launch":2,"parent":1,"place":[1,"WeightLog/Screen.swift:38"]},\
                "place":[2,"WeightLog/LogWeight.swift:41"],"event":"weight.logged","v":1,\
                "payload":{"kilograms":80.5},"crc":"6658caad"}
                {"check":1,"digest":"ab","members":{"a":"0000beef","b":"00000001"},"synced":1,"crc":"29f52d28"}
                {"check":1,"synced":1,"end":"closed","crc":"45e6eef7"}

                """)
    }

    @Test("A line with a correct check and invalid content is malformed")
    func refusesOtherLines() {
        let bodies = [
            "{}", "{\"seq\":1",
            "{\"seq\":01,\"at\":\"2026-01-01T08:00:00.000Z\",\"event\":\"a\",\"v\":1,\"payload\":{}",
            "{\"seq\":1,\"at\":\"2026-02-30T08:00:00.000Z\",\"event\":\"a\",\"v\":1,\"payload\":{}",
            "{\"seq\":1,\"at\":\"2026-01-01T08:00:00.000Z\"",
            "{\"seq\":1,\"at\":\"2026-01-01T08:00:00.000Z\",\"group\":[3,2],\"event\":\"a\",\"v\":1,\"payload\":{}",
            "{\"seq\":18446744073709551616,\"at\":\"2026-01-01T08:00:00.000Z\",\"event\":\"a\",\"v\":1,\"payload\":{}",
            "{\"check\":-1", "{\"check\":1,\"synced\":", "{\"check\":1,\"other\":2",
        ]
        for body in bodies {
            var line = Array(body.utf8)
            let crc = CRC32C.checksum(line)
            line.append(text: ",\"crc\":\"")
            line.append(hex: crc)
            line.append(text: "\"}")
            #expect(throws: LineError(.malformed), "\(body)") {
                var reader = LineReader()
                _ = try reader.read(line)
            }
        }
    }

    @Test("The check is CRC-32C, and continues the previous one")
    func checks() {
        let bytes = Array("123456789".utf8)
        #expect(CRC32C.checksum(bytes) == 0xE306_9283)
        for cut in 0...9 {
            #expect(CRC32C.checksum(bytes[cut...], after: CRC32C.checksum(bytes[..<cut])) == 0xE306_9283)
        }
        #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(CRC32C.checksum((0..<32).map { UInt8($0) }) == 0x46DD_794E)
    }

    @Test("A time is written in ISO 8601, and parsed from its own text")
    func writesTimes() {
        func text(_ milliseconds: Int64) -> String {
            var bytes: [UInt8] = []
            Timestamp(millisecondsSince1970: milliseconds).write(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(text(0) == "1970-01-01T00:00:00.000Z")
        #expect(text(-1) == "1969-12-31T23:59:59.999Z")
        #expect(text(951_782_400_000) == "2000-02-29T00:00:00.000Z")
        #expect(text(253_402_300_800_000) == "+010000-01-01T00:00:00.000Z")
        #expect(text(-62_198_755_200_000) == "-000001-01-01T00:00:00.000Z")
        var random = SeededRandom(seed: 3)
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for _ in 0..<2_000 {
            let time = Int64(random.below(4_102_444_800)) * 1_000 + Int64(random.below(1_000))
            let date = Date(timeIntervalSince1970: Double(time) / 1_000)
            #expect(text(time).prefix(19) == formatter.string(from: date).prefix(19))
            #expect(Timestamp(text: text(time).utf8)?.millisecondsSince1970 == time)
        }
        for extreme in [Int64.min, Int64.min + 1, -1_000_000_000_000_000, Int64.max - 1, Int64.max] {
            #expect(Timestamp(text: text(extreme).utf8)?.millisecondsSince1970 == extreme)
        }
        for wrong in [
            "", "2026-13-01T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026-01-01 00:00:00.000Z",
            "+002026-01-01T00:00:00.000Z",
        ] {
            #expect(Timestamp(text: wrong.utf8) == nil, "\(wrong)")
        }
    }

    @Test("Lines are complete for any size of reads, and a line without an end needs little memory")
    func readsLines() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<Loops.rounds(of: 400) {
            let lines = (0..<random.below(12)).map { _ in
                [UInt8](
                    repeating: UInt8(ascii: "a"), count: random.chance(5) ? random.below(200_000) : random.below(200))
            }
            let isFinished = random.chance(70)
            var bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
            if !isFinished { bytes.append(UInt8(ascii: "b")) }
            var place = 0
            let most = random.below(3) == 0 ? 1 + random.below(50) : Int.max
            var source = LineSource { buffer in
                let count = min(most, buffer.count, bytes.count - place)
                buffer.copyBytes(from: bytes[place..<(place + count)])
                place += count
                return count
            }
            var offset = 0
            for (index, line) in lines.enumerated() {
                let next = try #require(try source.next(limit: 100_000))
                #expect(next.number == index + 1 && next.offset == UInt64(offset) && next.isFinished)
                #expect(next.isTooLong == (line.count > 100_000))
                #expect(next.bytes == (next.isTooLong ? [] : line))
                offset += line.count + 1
                #expect(source.offset == UInt64(offset))
            }
            let end = try source.next(limit: 100_000)
            #expect(end?.isFinished == (isFinished ? nil : false))
            #expect(try source.next(limit: 100_000) == nil)
        }
    }
}
