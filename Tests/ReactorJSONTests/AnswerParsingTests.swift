import ReactorTesting
import Testing

@testable import ReactorJSON

@Suite("Parsing JSON of servers")
struct AnswerParsingTests {
    @Test("Of two members with one name the last counts, in the first's place, at every depth")
    func repeatedNames() throws {
        let text = #"{"a":{"x":1,"y":2,"\u0078":3},"b":[{"c":1,"c":[]}],"a":5,"é":1}"#
        let answer = try JSON.answer(text.utf8)
        #expect(answer.hasRepeatedNames)
        #expect(answer.json.compact == #"{"a":5,"b":[{"c":[]}],"é":1}"#)
        let inner = try JSON(parsingAnswer: #"{"a":{"x":1,"y":2,"\u0078":3}}"#.utf8)
        #expect(inner.compact == #"{"a":{"x":3,"y":2}}"#)
        #expect(throws: JSONError.self) { try JSON(parsing: text) }
    }

    @Test("Members with different names are not duplicates, and neither are two spellings of one letter")
    func otherNames() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2,\"x\":{\"x\":{}}}"
        let answer = try JSON.answer(text.utf8)
        #expect(!answer.hasRepeatedNames)
        for json in [answer.json, try JSON(parsing: text)] {
            #expect(json.object?.count == 3 && json["\u{E9}"]?.int == 1 && json["e\u{301}"]?.int == 2)
        }
        #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
    }

    @Test("A byte-order mark before a text is skipped, and one within it is not")
    func mark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try JSON(parsingAnswer: mark + Array("[1]".utf8)) == [1])
        for text in [Array("[".utf8) + mark + Array("1]".utf8), mark, mark + mark + Array("1".utf8)] {
            #expect(throws: JSONError.self) { try JSON(parsingAnswer: text) }
        }
        let error = try #require(throws: JSONError.self) { try JSON(parsingAnswer: mark + Array("[x]".utf8)) }
        #expect((error.offset, error.line, error.column) == (4, 1, 5), "the mark's bytes count")
    }

    @Test(
        "An integer is parsed exactly, to its last digit",
        arguments: [
            ("80500", 80_500), ("80500.0", 80_500), ("-8.05e4", -80_500), ("1E3", 1_000), ("1200e-2", 12), ("-0.0", 0),
            ("0e999999999", 0), ("9007199254740993.000", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("9223372036854775808", nil), ("0.5", nil), ("1e400", nil), ("12e-1", nil),
            ("1e19", nil), ("-9.223372036854775808e18", .min),
        ] as [(String, Int?)])
    func integers(text: String, integer: Int?) throws { #expect(try JSON(parsingAnswer: text.utf8).int == integer) }

    @Test("A number beyond every Double is not accepted, and never infinite")
    func infinite() throws {
        for text in ["1e400", "-1e400", "1\(String(repeating: "0", count: 400))"] {
            #expect(try JSON(parsingAnswer: text.utf8).double == nil)
        }
        #expect(try JSON(parsingAnswer: "1e-400".utf8).double == 0)
        #expect(try JSON(parsingAnswer: "-1.5E+3".utf8).double == -1500)
    }

    @Test(
        "A response is parsed like by the strict reader, after each object contains its members once",
        arguments: 1...60 as ClosedRange<UInt64>)
    func model(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            let json = random.json()
            #expect(try JSON.answer(json.bytes()) == (json, false), "seed \(seed)")
            let (text, last, isRepeated) = random.repeating(json)
            let answer = try JSON.answer(text.utf8)
            #expect(answer.hasRepeatedNames == isRepeated, "seed \(seed): \(text)")
            #expect(answer.json.compact == last.compact, "seed \(seed): \(text)")
        }
    }

    @Test("A literal with a fraction is that number")
    func literals() {
        let json: JSON = ["kilograms": 80.5, "whole": 2.0, "note": .null]
        #expect(json.compact == #"{"kilograms":80.5,"whole":2,"note":null}"#)
    }
}

extension SeededRandom {
    /// A text of `json` in which members of some objects are written before with other values, and its value.
    fileprivate mutating func repeating(_ json: JSON) -> (text: String, last: JSON, isRepeated: Bool) {
        switch json {
        case .array(let elements):
            let parts = elements.map { repeating($0) }
            return (
                "[\(parts.map(\.text).joined(separator: ","))]", .array(parts.map(\.last)),
                parts.contains { $0.isRepeated }
            )
        case .object(let object):
            var (texts, last, isRepeated) = ([String](), JSON.Object(), false)
            for member in object.members {
                let name = JSON.string(member.key).compact
                let part = repeating(member.value)
                if chance(25) {
                    texts.append("\(name):\(self.json(depth: 1).compact)")
                    isRepeated = true
                }
                texts.append("\(name):\(part.text)")
                last[member.key] = part.last
                isRepeated = isRepeated || part.isRepeated
            }
            return ("{\(texts.joined(separator: ","))}", .object(last), isRepeated)
        default: return (json.compact, json, false)
        }
    }
}
