import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorJSON
@testable import ReactorRecording

/// What a decoder is asked for seldom, or finds seldom, compared with Foundation's.
extension DecodingTests {
    // MARK: Copies of containers

    /// Reads each element twice, through two copies of one container: what kind it is, and then the whole of it. Many apps
    /// read lists of several types so.
    private struct Zoo: Decodable {
        enum Keys: CodingKey { case animals, kind, legs, wings }
        var seen: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            var kinds = try container.nestedUnkeyedContainer(forKey: .animals)
            var animals = kinds
            while !kinds.isAtEnd {
                let kind = try kinds.nestedContainer(keyedBy: Keys.self).decode(String.self, forKey: .kind)
                let animal = try animals.nestedContainer(keyedBy: Keys.self)
                seen.append("\(kind) \(try animal.decode(Int.self, forKey: kind == "bird" ? .wings : .legs))")
                seen.append("\(kinds.currentIndex) \(animals.currentIndex)")
            }
            let end = animals
            seen.append("\(end.isAtEnd)")
        }
    }

    @Test(
        "A copy of an array's container goes on by itself",
        arguments: [
            #"{"animals":[{"kind":"dog","legs":4},{"kind":"bird","wings":2},{"kind":"cat","legs":3}]}"#,
            #"{"animals":[{"kind":"dog","legs":4},{"kind":"bird","legs":2}]}"#, #"{"animals":[]}"#,
            #"{"animals":[{"kind":"dog","legs":4},null]}"#,
        ])
    func copies(text: String) { compare(Zoo.self, text) }

    // MARK: Names

    @Test("An object in which a name comes twice is refused with its place, however the names stand")
    func repeatedNames() throws {
        var (refused, read) = (0, 0)
        for seed in Loops.seeds(of: 4_000) {
            var random = SeededRandom(seed: seed)
            let pool = [
                "", "a", "aa", "ab", "b", "é", "e\u{301}", "\"", "\n", "z", "A", "\\u0061", "\\u00e9", "\u{10FFFF}",
            ]
            var names = (0..<random.below(7)).map { _ in pool[random.below(pool.count)] }
            if random.chance(50) { names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
            let texts = names.map { name in
                name.hasPrefix("\\u") ? "\"\(name)\"" : String(decoding: JSON.string(name).bytes(), as: UTF8.self)
            }
            let object = "{" + texts.map { "\($0):1" }.joined(separator: ",") + "}"
            for text in [object, "[1,\(object)]", "{\"x\":\(object)}"] {
                let bytes = Array(text.utf8)
                do throws(JSONError) {
                    _ = try JSON(parsing: bytes)
                    read += 1
                    #expect(throws: Never.self, "\(text)") { try JSONTape(bytes) }
                } catch {
                    refused += 1
                    #expect(throws: error, "\(text)") { try JSONTape(bytes) }
                }
            }
        }
        #expect(min(refused, read) > Loops.rounds(of: 4_000) / 2)
    }

    @Test("An object of which the last name, or one in the middle, comes twice is refused at any size")
    func repeatedNameOfMany() {
        for count in [1, 2, 31, 32, 33, 500] {
            let names = (0..<count).map { "n\(1_000 + $0)" }
            for (twice, place) in [(0, count), (count - 1, count), (count / 2, 0), (count - 1, count / 2)] {
                var names = names
                names.insert(names[twice], at: place)
                let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
                #expect(throws: JSONError.self) { try JSON.decode([String: Int].self, from: Array(text.utf8)) }
            }
        }
    }

    private enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades }
    private enum Plain: String, Codable { case hearts, spades }

    @Test(
        "Dictionaries whose keys are numbers, cases and texts with escapes",
        arguments: [
            #"{"hearts":1}"#, #"{"heart\u0073":1}"#, #"{"clubs":1}"#, #"["hearts",1]"#, #"["hearts"]"#, #"{"1":2}"#,
            #"{"01":2}"#, #"{"+1":3}"#, #"{"":1}"#, #"{"9223372036854775807":1}"#, #"{"9223372036854775808":1}"#,
            #"{"é":1}"#,
            #"{"e\u0301":1}"#, #"{"\ud83d\ude00":1}"#, "{}", "[]", "null",
        ])
    func keys(text: String) {
        compare([Suit: Int].self, text)
        compare([Plain: Int].self, text)
        compare([Int: Int].self, text)
        compare([UInt8: Int].self, text)
        compare([String: Int?].self, text)
        compare([Suit: [Int?]].self, text)
    }

    // MARK: What may be absent

    private struct Sparse: Decodable {
        struct Inner: Decodable { var x: Int? }

        var bool: Bool?
        var text: String?
        var whole: Int?
        var number: Double?
        var small: Int8?
        var large: UInt64?
        var float: Float?
        var data: Data?
        var url: URL?
        var date: Date?
        var decimal: Decimal?
        var inner: Inner?
        var list: [Int?]?
        var twice: Int??
    }

    @Test("A member that may be absent is there, null, absent, or of another type")
    func optionals() {
        let names = [
            "bool", "text", "whole", "number", "small", "large", "float", "data", "url", "date", "decimal", "inner",
            "list",
            "twice",
        ]
        let values = [
            "null", "true", "1", "-1", "1.5", "300", #""a""#, #""AQL/""#, "[]", "[null,1]", "{}", #"{"x":null}"#,
        ]
        for name in names {
            for value in values {
                compare(Sparse.self, #"{"\#(name)":\#(value)}"#)
                compare([Sparse?].self, #"[null,{"other":2,"\#(name)":\#(value),"z":{}}]"#)
            }
        }
        compare(Sparse.self, "{" + names.map { "\"\($0)\":null" }.joined(separator: ",") + "}")
        compare(Sparse.self, "{}")
    }

    // MARK: Numbers of other widths

    @Test(
        "Numbers of all widths",
        arguments: [
            "0", "-0", "0.0", "-0.0", "1E5", "1e5", "1.5E1", "100000e-5", "0.1", "65504", "65520", "1e400", "-1e400",
            "9223372036854775807", "9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "170141183460469231731687303715884105727",
            "170141183460469231731687303715884105728", "340282366920938463463374607431768211455", "1e38", "12e0",
            "0.00000000000000000001", "123456789012345.6", "1234567890123456.7", "999999999999999", "9999999999999999",
            "99999999999999999999", "\"NaN\"", "\"Infinity\"", "\"nan\"",
        ])
    func widths(text: String) {
        compare([Int].self, "[\(text)]")
        compare([UInt].self, "[\(text)]")
        compare([Int64].self, "[\(text)]")
        compare([Float].self, "[\(text)]")
        compare([Double].self, "[\(text)]")
        compare([Int128].self, "[\(text)]")
        compare([UInt128].self, "[\(text)]")
        #if !(os(macOS) && arch(x86_64))
            compare([Float16].self, "[\(text)]")
        #endif
        compare([Decimal?].self, "[\(text)]")
    }

    @Test("Where Foundation rounds to a whole number it is none, and what is too small for its type is zero")
    func roundings() throws {
        for text in ["0.99999999999999999", "1e-400", "9007199254740992.5"] {
            let bytes = Array(text.utf8)
            #expect(throws: DecodingError.self) { try JSON.decode(Int.self, from: bytes) }
            #expect(throws: DecodingError.self) { try JSON.decode(UInt128.self, from: bytes) }
        }
        for text in ["1e-400", "0.\(String(repeating: "0", count: 400))1"] {
            #expect(try JSON.decode(Double.self, from: Array(text.utf8)) == 0)
            #expect(try JSON.decode(Float.self, from: Array("-\(text)".utf8)).sign == .minus)
        }
        #expect(try JSON.decode(Double.self, from: Array("5e-324".utf8)) == .leastNonzeroMagnitude)
        #expect(try JSON.decode(Float.self, from: Array("5e-324".utf8)) == 0)
    }

    // MARK: Bytes

    @Test("A text that is cut off anywhere is refused, and so is one with a byte that is no UTF-8")
    func cutOff() throws {
        let text = Array(#"{"a":[1,-2.5e3,true,null,"é\u00e9\ud83d\ude00\"",{"b\n":{}}],"c":"x"}"#.utf8)
        _ = try JSON(parsing: text)
        _ = try JSONTape(text)
        for end in text.indices {
            #expect(throws: (any Error).self, "\(end)") { try JSONTape(Array(text[..<end])) }
        }
        for place in text.indices {
            for byte: UInt8 in [0x80, 0xC0, 0xF5, 0xFF, 0x00] {
                var damaged = text
                damaged[place] = byte
                let ours = (try? JSON.decode(Anything.self, from: damaged)) != nil
                #expect(!ours || (try? JSON(parsing: damaged)) != nil, "\(place), \(byte)")
            }
        }
    }

    @Test(
        "Half a surrogate, and what is no UTF-8, is no text",
        arguments: [
            [0x5C, 0x75, 0x64, 0x38, 0x33, 0x64], Array(#"\ud83d\u0041"#.utf8), Array(#"\ude00\ud83d"#.utf8),
            Array(#"\ud83d\ud83d"#.utf8), Array(#"\ud83"#.utf8), Array(#"\u+123"#.utf8), Array(#"\u00g0"#.utf8),
            [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE2, 0x82],
            [0xF0, 0x9F, 0x98], [0x5C], [0x5C, 0x01], [0x5C, 0xC3, 0xA9], [0x7F], [0x1F], [0x5C, 0x22],
        ] as [[UInt8]])
    func noText(inside: [UInt8]) {
        let text = [UInt8(ascii: "\"")] + inside + [UInt8(ascii: "\"")]
        let isText = (try? JSON(parsing: text)) != nil
        #expect(((try? JSON.decode(String.self, from: text)) != nil) == isText)
        let asName = Array("{".utf8) + text + Array(":1}".utf8)
        #expect(((try? JSON.decode([String: Int].self, from: asName)) != nil) == isText)
        let inArray = Array("[[".utf8) + text + Array("],1]".utf8)
        #expect(((try? JSON.decode(Anything.self, from: inArray)) != nil) == isText)
    }

    /// Asks for everything, as what it is.
    private struct Anything: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Key.self) {
                for key in object.allKeys { _ = try object.decode(Anything.self, forKey: key) }
            } else if var array = try? decoder.unkeyedContainer() {
                while !array.isAtEnd { _ = try array.decode(Anything.self) }
            } else {
                let single = try decoder.singleValueContainer()
                if single.decodeNil() || (try? single.decode(Bool.self)) != nil { return }
                if (try? single.decode(Double.self)) != nil { return }
                _ = try single.decode(String.self)
            }
        }
    }

    // MARK: Sizes

    @Test("As deep as a text may be, and one deeper")
    func depth() {
        for depth in [JSON.depthLimit, JSON.depthLimit + 1] {
            for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
                let text =
                    String(repeating: open, count: depth) + (open == "[" ? "" : "1")
                    + String(repeating: close, count: depth)
                let isRead = (try? JSON.decode(Anything.self, from: Array(text.utf8))) != nil
                #expect(isRead == (depth == JSON.depthLimit))
                #expect(isRead == ((try? JSON(parsing: text)) != nil))
            }
        }
    }

    @Test("Ten thousand members and a hundred thousand elements, with one that does not fit at any place")
    func large() throws {
        let members = (0..<10_000).map { "\"m\($0)\":\($0)" }
        let object = "{" + members.joined(separator: ",") + "}"
        #expect(try JSON.decode([String: Int].self, from: Array(object.utf8)).count == 10_000)
        let numbers = (0..<100_000).map(String.init)
        #expect(
            try JSON.decode([Int].self, from: Array("[\(numbers.joined(separator: ","))]".utf8)) == Array(0..<100_000))
        for wrong in [0, 1, 500, 99_999] {
            var numbers = numbers
            numbers[wrong] = "\"x\""
            let bytes = Array("[\(numbers.joined(separator: ","))]".utf8)
            #expect {
                try JSON.decode([Int].self, from: bytes)
            } throws: { error in
                guard case DecodingError.typeMismatch(_, let context) = error else { return false }
                return context.codingPath.map(\.intValue) == [wrong]
            }
        }
        for wrong in [0, 31, 32, 33, 9_999] {
            var members = members
            members[wrong] = "\"m\(wrong)\":true"
            compare([String: Int].self, "{" + members.suffix(from: max(0, wrong - 40)).joined(separator: ",") + "}")
        }
    }
}
