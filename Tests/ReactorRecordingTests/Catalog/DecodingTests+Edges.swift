import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorJSON
@testable import ReactorRecording

/// Rare calls of a decoder, and rare input, compared with Foundation's.
extension DecodingTests {
    // MARK: Copies of containers

    /// Decodes each element twice, through two copies of one container: first its kind, and then all of it. Many apps decode
    /// lists of several types in this way.
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
        "A copy of an array container is iterated independently",
        arguments: [
            #"{"animals":[{"kind":"dog","legs":4},{"kind":"bird","wings":2},{"kind":"cat","legs":3}]}"#,
            #"{"animals":[{"kind":"dog","legs":4},{"kind":"bird","legs":2}]}"#, #"{"animals":[]}"#,
            #"{"animals":[{"kind":"dog","legs":4},null]}"#,
        ])
    func copies(text: String) { compare(Zoo.self, text) }

    // MARK: Names

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

    // MARK: Bytes

    @Test(
        "Half of a surrogate pair and invalid UTF-8 are refused",
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

    /// Decodes every value with its own type.
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
}
