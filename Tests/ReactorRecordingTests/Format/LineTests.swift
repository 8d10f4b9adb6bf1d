import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A line of a recording")
struct LineTests {
    @Test("Every line that is written is read as what it was, and written again as it was")
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

    @Test("Lines look as the documentation shows them")
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

    @Test("Any bit that is flipped in any line is found in that line")
    func findsFlippedBits() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<Loops.rounds(of: 400) {
            var writer = LineWriter(after: UInt32(truncatingIfNeeded: random.next()))
            let reader = LineReader(after: writer.crc)
            writer.write(JournalLine.arbitrary(&random))
            let line = Array(writer.bytes.dropLast())
            for bit in 0..<(line.count * 8) {
                var flipped = line
                flipped[bit / 8] ^= 1 << (bit % 8)
                var other = reader
                #expect((try? other.read(flipped)) == nil)
            }
        }
    }

    @Test("A line that only looks like one is malformed, though its check is right")
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

    @Test("A name in a line is UTF-8, or the line is malformed")
    func refusesOtherNames() throws {
        func read(_ name: [UInt8]) throws -> JournalLine {
            var line = Array("{\"seq\":1,\"at\":\"2026-01-01T08:00:00.000Z\",\"event\":\"".utf8) + name
            line += Array("\",\"v\":1,\"payload\":{}".utf8)
            let crc = CRC32C.checksum(line)
            line.append(text: ",\"crc\":\"")
            line.append(hex: crc)
            line.append(text: "\"}")
            var reader = LineReader()
            return try reader.read(line)
        }
        for name in ["a", "", "é", "e\u{301}", "\u{7F}", "\u{10FFFF}", "\\\"", "\\u001f", "aé\\\\"] {
            guard case .entry(let entry) = try read(Array(name.utf8)) else {
                Issue.record("\(name) is no entry")
                continue
            }
            #expect(entry.event.map { JSON.string($0.name) } == (try? JSON(parsing: "\"\(name)\"")), "\(name)")
        }
        for name: [UInt8] in [
            [0x80], [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE2, 0x82],
            [0x1F], [0x5C], [0x5C, 0x78], Array("\\u0020".utf8), Array("\\u001".utf8),
        ] {
            #expect(throws: LineError(.malformed), "\(name)") { try read(name) }
        }
    }

    @Test("A step that only a newer version knows is named")
    func namesNewerSteps() {
        var line = Array("{\"seq\":1,\"at\":\"2026-01-01T08:00:00.000Z\",\"op\":\"dance\",\"with\":2".utf8)
        let crc = CRC32C.checksum(line)
        line.append(text: ",\"crc\":\"")
        line.append(hex: crc)
        line.append(text: "\"}")
        #expect(throws: LineError(.newerStep("dance"))) {
            var reader = LineReader()
            _ = try reader.read(line)
        }
    }

    @Test("The check is CRC-32C, and goes on from where it was")
    func checks() {
        let bytes = Array("123456789".utf8)
        #expect(CRC32C.checksum(bytes) == 0xE306_9283)
        for cut in 0...9 {
            #expect(CRC32C.checksum(bytes[cut...], after: CRC32C.checksum(bytes[..<cut])) == 0xE306_9283)
        }
        #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(CRC32C.checksum((0..<32).map { UInt8($0) }) == 0x46DD_794E)
    }

    @Test("A time is written as in ISO 8601, and read as it was written")
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

    @Test("A text that is nearly a time is one where the calendar and the clock have it, and is written as it was")
    func nearlyTimes() {
        /// Four digits and no sign, or six and a sign that is needed; a day that the month has, and an hour that a day has.
        func isTime(_ text: String) -> Bool {
            guard
                let match = text.wholeMatch(
                    of: /([-+]?)(\d{4,12})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.\d{3}Z/),
                let year = Int(match.2), let month = Int(match.3), let day = Int(match.4), let hour = Int(match.5),
                let minute = Int(match.6), let second = Int(match.7)
            else { return false }
            let isWide = match.2.count == 6 || match.2.count > 6 && match.2.first != "0"
            switch match.1 {
            case "": guard match.2.count == 4 else { return false }
            case "-": guard isWide, year > 0 else { return false }
            default: guard isWide, year > 9_999 else { return false }
            }
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            guard 1...12 ~= month, 1...days[month - 1] ~= day else { return false }
            return hour < 24 && minute < 60 && second < 60
        }
        var random = SeededRandom(seed: 9)
        var times = 0
        for _ in 0..<Loops.rounds(of: 20_000) {
            let bound: Int64 = random.chance(50) ? 253_402_300_800_000 : 9_000_000_000_000_000
            let milliseconds = Int64.random(in: -bound...bound, using: &random)
            var bytes: [UInt8] = []
            Timestamp(millisecondsSince1970: milliseconds).write(to: &bytes)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                let byte = Array("0123456789-+T:.Z".utf8).randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(byte, at: place)
                default: bytes[place] = byte
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let time = Timestamp(text: bytes)
            #expect((time != nil) == isTime(text), "\(text)")
            guard let time else { continue }
            times += 1
            var written: [UInt8] = []
            time.write(to: &written)
            #expect(written == bytes, "\(text)")
        }
        #expect(times > Loops.rounds(of: 20_000) / 4)
    }

    @Test("Lines come out of a file whole, however it is read, and in little memory when one has no end")
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
