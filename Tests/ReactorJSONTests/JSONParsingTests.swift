import ReactorTesting
import Testing

@testable import ReactorJSON

@Suite("Parsing JSON")
struct JSONParsingTests {
    static let samples: [String] = [
        #"{"seq":1,"at":"2026-01-01T08:00:00.000Z","event":"weight.logged","v":1,"payload":{"kg":80.50,"tags":[]}}"#,
        #"[null,true,false,-0.5e+10,0,12,"a\u00e9\ud83e\udded\n\\\/","é🧭",{},[[]],{"a":{"b":[1]}}]"#,
        #"  "x"  "#,
        "-12.5E-3",
    ]

    @Test("Every value is parsed with its type")
    func values() throws {
        let json = try JSON(parsing: #" {"a":[null,true,-1.50e2],"b":{"c":"\u00e9\ud83e\udded\t/"},"":0} "#)
        #expect(json["a"]?.array?.count == 3)
        #expect(json["a"]?[0]?.isNull == true)
        #expect(json["a"]?[1]?.bool == true)
        #expect(json["a"]?[2]?.number?.text == "-1.50e2")
        #expect(json["a"]?[2]?.int == -150)
        #expect(json["b"]?["c"]?.string == "é🧭\t/")
        #expect(json[""]?.int == 0)
        #expect(json["a"]?[3] == nil)
        #expect(json["z"] == nil)
    }

    @Test("A fault is reported with its byte, line and column", arguments: Self.refused)
    func refusals(text: String, offset: Int, line: Int, column: Int, reason: JSONError.Reason) {
        do throws(JSONError) {
            Issue.record("was read as \(try JSON(parsing: text))")
        } catch {
            #expect(error.reason == reason)
            #expect((error.offset, error.line, error.column) == (offset, line, column))
        }
    }

    static let refused: [(String, Int, Int, Int, JSONError.Reason)] = [
        ("", 0, 1, 1, .endsEarly(expected: "a value")),
        ("{\n \"a\" 1}", 7, 2, 6, .unexpected(byte: 0x31, expected: "a colon")),
        ("[1,]", 3, 1, 4, .unexpected(byte: 0x5D, expected: "a value")),
        ("[1 2]", 3, 1, 4, .unexpected(byte: 0x32, expected: "a comma or the end of the array")),
        ("{1:2}", 1, 1, 2, .unexpected(byte: 0x31, expected: "a member's name in quotes")),
        ("\"a", 2, 1, 3, .endsEarly(expected: "the closing quote")),
        ("tru", 3, 1, 4, .endsEarly(expected: "true")),
        ("01", 1, 1, 2, .trailing(byte: 0x31)),
        ("1.", 2, 1, 3, .endsEarly(expected: "a digit")),
        ("1e1234567890", 2, 1, 3, .hugeExponent),
        ("\"\u{1}\"", 1, 1, 2, .controlCharacter(1)),
        (#""\x""#, 1, 1, 2, .invalidEscape),
        (#""\u12""#, 5, 1, 6, .unexpected(byte: 0x22, expected: "four hexadecimal digits")),
        (#""a\ud83ex""#, 2, 1, 3, .loneSurrogate),
        (#""\udd00""#, 1, 1, 2, .loneSurrogate),
        (#""\ud83e\u0041""#, 1, 1, 2, .loneSurrogate),
        (#"{"a":1,"\u0061":2}"#, 7, 1, 8, .duplicateKey("a")),
        ("\u{FEFF}1", 0, 1, 1, .unexpected(byte: 0xEF, expected: "a value")),
    ]

    @Test(
        "Bytes that are not UTF-8 are refused with their place",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0xE2, 0x28, 0xA1],
            [0xF0, 0x9F, 0xA7, 0x28], [0xFF],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        do throws(JSONError) {
            Issue.record("was read as \(try JSON(parsing: [0x22, 0x61] + bytes + [0x22]))")
        } catch {
            #expect(error.reason == .invalidUTF8)
            #expect(error.offset == 2)
        }
    }

    @Test("Levels up to the limit are parsed, one more is refused")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try JSON(parsing: nested(512))
        #expect(throws: JSONError.self) { try JSON(parsing: nested(513)) }
        #expect(throws: JSONError.self) { try JSON(parsing: nested(4).utf8, depthLimit: 3) }
        _ = try JSON(parsing: "[\(nested(2)),\(nested(2))]".utf8, depthLimit: 3)
    }
}

@Suite("Parsing JSON, compared with Foundation")
struct JSONVerdictTests {
    @Test("Cut at every byte, the verdict is Foundation's", arguments: JSONParsingTests.samples)
    func cuts(sample: String) {
        let bytes = Array(sample.utf8)
        for length in 0...bytes.count { compare(Array(bytes[..<length])) }
    }

    @Test("With every bit flipped, the verdict is Foundation's", arguments: JSONParsingTests.samples)
    func flips(sample: String) {
        for place in 0..<sample.utf8.count * 8 {
            var bytes = Array(sample.utf8)
            bytes[place / 8] ^= 1 << (place % 8)
            compare(bytes)
        }
    }

    @Test("With random bytes put in, the verdict is Foundation's", arguments: 1...200 as ClosedRange<UInt64>)
    func noise(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let letters =
            Array("{}[]\",:\\/ntrue0123456789.-+eE \n\u{7F}é🧭ud8".utf8) + [0x00, 0x1F, 0x80, 0xC0, 0xED, 0xF5]
        for _ in 0..<50 {
            var bytes = random.json().bytes()
            for _ in 0...random.below(3) {
                bytes.insert(letters[random.below(letters.count)], at: random.below(bytes.count + 1))
            }
            compare(bytes, seed)
        }
    }

    private func compare(_ bytes: [UInt8], _ seed: UInt64 = 0) {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(JSONError) {
            let json = try JSON(parsing: bytes)
            #expect(
                FoundationVerdict.accepts(bytes) || json.hasNumberBeyondDouble,
                "we read \(text), Foundation does not (seed \(seed))")
            let again = try JSON(parsing: json.bytes())
            #expect(again == json, "\(text) is not read again as itself (seed \(seed))")
        } catch {
            guard !isOurOwnRefusal(error, bytes) else { return }
            #expect(!FoundationVerdict.accepts(bytes), "Foundation reads \(text), we do not: \(error) (seed \(seed))")
        }
    }

    /// Texts that are refused here on purpose and not by Foundation.
    private func isOurOwnRefusal(_ error: JSONError, _ bytes: [UInt8]) -> Bool {
        if case .duplicateKey = error.reason { return true }
        // Foundation accepts a comma before the end of an array or object.
        let before = bytes.prefix(error.offset).last { !" \n\r\t".utf8.contains($0) }
        if case .unexpected(let byte, _) = error.reason, "]}".utf8.contains(byte), before == UInt8(ascii: ",") {
            return true
        }
        // Foundation takes a text with a NUL among its first bytes for UTF-16 or UTF-32.
        return bytes.prefix(4).contains(0)
    }
}

extension JSON {
    /// Whether Foundation refuses it because one of its numbers does not fit a Double.
    fileprivate var hasNumberBeyondDouble: Bool {
        switch self {
        case .number(let number): number.double.map { $0 == 0 && !["0", "-0"].contains(number.normalized) } ?? true
        case .array(let elements): elements.contains { $0.hasNumberBeyondDouble }
        case .object(let object): object.members.contains { $0.value.hasNumberBeyondDouble }
        default: false
        }
    }
}
