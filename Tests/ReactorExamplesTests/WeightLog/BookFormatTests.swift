import Testing

@testable import WeightLog

@Suite("Data file")
struct BookFormatTests {
    private static func book() throws -> WeightBook {
        let edited = try record(3, "2026-01-03", "80").corrected(to: try reading("2026-01-04", "81.25"))
        return WeightBook(records: [try record(1, "2026-01-02", "81.4"), edited], nextID: 7)
    }

    @Test("A book is read as it was written")
    func roundTrip() throws {
        let book = try Self.book()
        #expect(try BookReader.book(from: BookFormat.bytes(of: book)) == book)
        #expect(try BookReader.book(from: BookFormat.bytes(of: WeightBook())) == WeightBook())
    }

    @Test("The text of a data file stays what it is")
    func golden() throws {
        let text = String(decoding: BookFormat.bytes(of: try Self.book()), as: UTF8.self)
        #expect(
            text == """
                weightlog 1 next 7 =5ad84fa9
                1 2026-01-02 81400 =66e9049c
                3 2026-01-04 81250 was 2026-01-03 80000 =9629d117
                end 2 =d82efee7

                """)
    }

    @Test("Every changed byte is found, and so is every missing end")
    func damage() throws {
        let bytes = BookFormat.bytes(of: try Self.book())
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                #expect(throws: Damage.self, "byte \(index), bit \(bit)") { try BookReader.book(from: damaged) }
            }
            #expect(throws: Damage.self, "cut at \(index)") { try BookReader.book(from: Array(bytes[..<index])) }
        }
    }

    @Test("A damage is told with its line, its byte and its kind")
    func places() throws {
        let text = String(decoding: BookFormat.bytes(of: try Self.book()), as: UTF8.self)
        var lines = text.split(separator: "\n").map(String.init)
        func damage(_ lines: [String], ending: String = "\n") throws -> Damage {
            let bytes = Array((lines.joined(separator: "\n") + ending).utf8)
            return try #require(throws: Damage.self) { try BookReader.book(from: bytes) }
        }
        let second = lines[0].utf8.count + 1
        let third = second + lines[1].utf8.count + 1
        let fourth = third + lines[2].utf8.count + 1
        #expect(
            try damage([lines[0], lines[1], lines[3]]) == Damage(kind: .wholeChecksum, line: 3, byte: third))
        #expect(
            try damage([lines[0], lines[1], lines[1], lines[3]])
                == Damage(kind: .doubledNumber(1), line: 3, byte: third))
        #expect(try damage(Array(lines[..<3])) == Damage(kind: .cutShort, line: 4, byte: fourth))
        #expect(try damage(lines, ending: "") == Damage(kind: .cutShort, line: 4, byte: fourth))
        #expect(try damage(lines + ["x"]) == Damage(kind: .moreAfterEnd, line: 4, byte: fourth))
        lines[1] = lines[1].replacing("81400", with: "81500")
        #expect(try damage(lines) == Damage(kind: .checksum, line: 2, byte: second))
        #expect(try damage(["hello"]) == Damage(kind: .notADataFile, line: 1, byte: 0))
        #expect(try damage(["weightlog 2 whatever"]) == Damage(kind: .newerVersion(2), line: 1, byte: 0))
        let miscounted = "\(lines[0])\nend 3"
        #expect(
            try damage(["\(miscounted) =\(Checksum(of: miscounted.utf8).text)"])
                == Damage(kind: .wrongCount(said: 3, found: 0), line: 2, byte: second))
        #expect(throws: Damage(kind: .cutShort, line: 1, byte: 0)) { try BookReader.book(from: []) }
    }

    @Test("The checksum is the one that zip and PNG use")
    func checksum() {
        #expect(Checksum(of: "123456789".utf8).text == "cbf43926")
    }
}
