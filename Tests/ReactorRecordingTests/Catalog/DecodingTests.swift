import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorJSON
@testable import ReactorRecording

/// Foundation's decoder is the model: our decoder returns the same values, and throws in the same cases, for the same reason.
@Suite("Decoding")
struct DecodingTests {
    /// The result of decoding, to the extent that two decoders have to agree.
    enum Verdict: Equatable {
        case value(String)
        case error(String, path: [String])
    }

    func verdict<Value>(_ decode: () throws -> Value) -> Verdict {
        func path(_ context: DecodingError.Context) -> [String] { context.codingPath.map(\.stringValue) }
        // Foundation omits the coding path for most corrupted data.
        let corrupted = Verdict.error("corrupted", path: [])
        do {
            return .value(Self.text(try decode()))
        } catch DecodingError.keyNotFound(let key, let context) {
            return .error("no \(key.stringValue)", path: path(context))
        } catch DecodingError.typeMismatch(let type, let context) {
            return .error("no \(type)", path: path(context))
        } catch DecodingError.valueNotFound(let type, let context) {
            return .error("null for \(type)", path: path(context))
        } catch DecodingError.dataCorrupted {
            return corrupted
        } catch is JSONError {
            return corrupted
        } catch {
            return .error("\(error)", path: [])
        }
    }

    static func text(_ value: Any) -> String {
        if let value = value as? Everything { return (try? JSON(canonicallyEncoding: value))?.canonical ?? "" }
        var text = ""
        dump(value, to: &text)
        // The place of bytes in memory must not matter.
        return text.split(separator: "\n").filter { !$0.contains("pointer") }.joined(separator: "\n")
    }

    func compare<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) {
        let theirs = verdict {
            let decoder = JSONDecoder()
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
            return try decoder.decode(type, from: Data(bytes))
        }
        let ours = verdict { try JSON.decode(type, from: bytes) }
        #expect(ours == theirs, "\(type) of \(String(decoding: bytes, as: UTF8.self))")
    }

    func compare<Value: Decodable>(_ type: Value.Type, _ text: String) { compare(type, Array(text.utf8)) }

    // MARK: Values

    @Test(
        "Each number is decoded as each numeric type as by Foundation",
        arguments: [
            "0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "65535", "2147483648", "4294967296",
            "999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808", "18446744073709551615", "18446744073709551616", "1.0", "1.5", "1e2", "1E+2",
            "-1e-2",
            "0.1", "3.14159265358979", "1e308", "1e309", "-1e400", "123456789012345678901234567890",
            "100000000000000000000.0", "0.30000000000000004", "16777217", "3.4e38", "3.5e38", "2.5e0", "1200e-2",
        ])
    func numbers(text: String) {
        for text in [text, "[\(text)]"] {
            if text.hasPrefix("[") {
                compare([Int].self, text)
                compare([Int8].self, text)
                compare([UInt8].self, text)
                compare([UInt64].self, text)
                compare([Double].self, text)
                compare([Float].self, text)
                compare([Decimal].self, text)
                compare([Date].self, text)
            } else {
                compare(Int.self, text)
                compare(Int16.self, text)
                compare(UInt.self, text)
                compare(UInt32.self, text)
                compare(Double?.self, text)
                compare(String.self, text)
                compare(Bool.self, text)
            }
        }
    }

    @Test("Random doubles are decoded with equal bits")
    func doubles() throws {
        var random = SeededRandom(seed: 4)
        for _ in 0..<(Loops.rounds(of: 200_000)) {
            let double = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
            guard double.isFinite else { continue }
            let bytes = try JSON(canonicallyEncoding: [double]).bytes(.canonical)
            #expect(try JSON.decode([Double].self, from: bytes)[0].bitPattern == double.bitPattern)
        }
    }

    @Test(
        "Each text is decoded as by Foundation",
        arguments: [
            #""""#, #""a""#, #""é""#, #""\u00e9\n\t\"\\\/\b\f\r""#, #""\ud83d\ude00""#, #""Infinity""#, #""-Infinity""#,
            #""NaN""#, #""AQL/""#, #""AQL""#, #""https://example.org/a?b=c""#, #""""#, #""not a url ""#, "null", "true",
            "false", "[]", "{}", #"{"a":1}"#, "[null]", #""e\u0301""#,
        ])
    func texts(text: String) {
        compare(String.self, text)
        compare(String?.self, text)
        compare(Double.self, text)
        compare(Float.self, text)
        compare(URL?.self, text)
        compare(Data.self, text)
        // Foundation does not report that a Bool is null.
        if text != "null" { compare(Bool.self, text) }
        compare([Int?].self, text)
        compare([String: Int].self, text)
        compare(Int.self, text)
        compare([String].self, "[\(text)]")
    }

    // MARK: Containers

    struct Everything: Codable {
        enum Shape: Codable {
            case dot
            case circle(radius: Double)
            case label(String, Int)
        }
        struct Row: Codable {
            var id: Int
            var name: String?
            var tags: [String]
        }

        var bool: Bool
        var small: Int8
        var large: UInt64
        var double: Double
        var text: String
        var missing: Int?
        var shapes: [Shape]
        var rows: [String: Row]
        var byNumber: [Int: String]
        var pairs: [Row2: Int]
        var data: Data
        var url: URL
        var decimal: Decimal
        var date: Date
        var nested: [[Int?]]

        struct Row2: Codable, Hashable { var x: Int }

        init(_ random: inout SeededRandom) {
            func some<T>(_ values: T...) -> T { values[Int.random(in: values.indices, using: &random)] }
            bool = some(true, false)
            small = some(-128, 0, 127)
            large = some(.max, 0, 7)
            double = some(0.1, -0.0, 1e300, .infinity, 3)
            text = some("", "a", "é\"\\\n", "\u{1F600}")
            missing = some(nil, 3)
            shapes = [some(.dot, .circle(radius: 2)), .label(some("x", "é"), 1)]
            rows = [
                some("a", "é", "b\n"): Row(id: 1, name: some(nil, "n"), tags: some([], ["t", "u"])),
                "z": Row(id: 2, tags: []),
            ]
            byNumber = some([:], [3: "three", 20: "twenty"])
            pairs = some([:], [Row2(x: 1): 1])
            data = Data(some([], [1, 2, 255]))
            url = URL(filePath: some("/a b", "/é"))
            decimal = some(Decimal(1234) / 100, Decimal(3))
            date = Date(timeIntervalSinceReferenceDate: some(0, 12_345.678))
            nested = some([], [[1, nil], []])
        }
    }

    @Test("Every value is encoded and decoded as by Foundation, with members in any order")
    func everything() throws {
        for seed in Loops.seeds(of: 2_000) {
            var random = SeededRandom(seed: seed)
            let value = Everything(&random)
            let json = try JSON(canonicallyEncoding: value)
            let theirs = try JSON(encoding: value)
            #expect(json == theirs, "seed \(seed): \(JSONDifference(from: theirs, to: json))")
            #expect(json.bytes(.compact) == theirs.bytes(.canonical), "seed \(seed)")
            compare(Everything.self, json.shuffled(&random).bytes())
        }
    }

    @Test("A text with a changed, missing or extra byte is refused or decoded as by Foundation")
    func damaged() throws {
        for seed in Loops.seeds(of: 20_000) {
            var random = SeededRandom(seed: seed)
            var bytes = try JSON(canonicallyEncoding: Everything(&random)).bytes(.canonical)
            let place = Int.random(in: bytes.indices, using: &random)
            let byte = Array(#"{}[]",:0123456789.-eEntf\ x"#.utf8).randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[place] = byte
            case 1: bytes.remove(at: place)
            default: bytes.insert(byte, at: place)
            }
            do throws(JSONError) {
                _ = try JSON(parsing: bytes)
                // Foundation's decoder does not accept a zero with an exponent, although it is a number.
                if String(decoding: bytes, as: UTF8.self).contains(/[:,\[]-?0[eE]/) { continue }
                compare(Everything.self, bytes)
            } catch {
                // Foundation accepts a comma after the last member.
                #expect(throws: (any Error).self) { try JSON.decode(Everything.self, from: bytes) }
            }
        }
    }

    // MARK: Containers made by hand

    class Animal: Codable {
        var legs = 4
    }
    final class Dog: Animal {
        var name = "Rex"
        private enum CodingKeys: CodingKey { case name, animal }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            let above =
                decoder.codingPath.count.isMultiple(of: 2)
                ? try container.superDecoder() : try container.superDecoder(forKey: .animal)
            try super.init(from: above)
        }
    }

    @Test(
        "Classes are decoded from every kind of container",
        arguments: [
            #"{"name":"Rex","super":{"legs":3}}"#, #"{"name":"Rex"}"#, #"{"name":"Rex","super":{"legs":"x"}}"#,
            #"{"name":"Rex","super":null}"#, #"{"super":{"legs":3}}"#, "[]",
        ])
    func classes(text: String) {
        compare(Dog.self, text)
        compare([Dog].self, "[\(text)]")
    }

    /// Decodes with calls that the compiler never generates.
    private struct Curious: Decodable {
        enum Keys: CodingKey { case a, b, c }
        var seen: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            seen.append(
                "\(container.allKeys.map(\.stringValue).sorted())\(container.contains(.a))\(container.contains(.c))")
            seen.append("\(try container.decodeNil(forKey: .a))")
            var list = try container.nestedUnkeyedContainer(forKey: .b)
            seen.append("\(list.count ?? -1)")
            while !list.isAtEnd {
                let index = list.currentIndex
                if try list.decodeNil() {
                    seen.append("\(index) null")
                } else if let number = try? list.decode(Int.self) {
                    seen.append("\(index) \(number)")
                } else if var inner = try? list.nestedUnkeyedContainer() {
                    seen.append("\(index) [\(try inner.decodeIfPresent(String.self) ?? "-")]")
                } else if let inner = try? list.nestedContainer(keyedBy: Keys.self) {
                    seen.append("\(index) {\(inner.allKeys.count)} \(inner.codingPath.map(\.stringValue))")
                } else {
                    seen.append("\(index) \(try list.superDecoder().singleValueContainer().decode(String.self))")
                }
            }
            seen.append("\(container.codingPath.map(\.stringValue)) \(list.codingPath.map(\.stringValue))")
            _ = try list.decode(Int.self)
        }
    }

    @Test(
        "Manual requests to containers give the results of Foundation",
        arguments: [
            #"{"a":null,"b":[1,null,"x",["y"],[],{"a":1,"z":2}]}"#, #"{"b":[]}"#, #"{"a":1}"#, #"{"a":1,"b":{}}"#,
            #"{"a":1,"b":null}"#, #"{"a":1,"b":[true]}"#, "null", "3", "[]",
        ])
    func byHand(text: String) {
        compare(Curious.self, text)
        compare([String: [Curious]].self, "{\"x\":[\(text)]}")
        compare([Curious?].self, "[null,\(text)]")
    }

    @Test("Invalid JSON is refused with its place")
    func noJSON() {
        #expect {
            try JSON.decode(Int.self, from: Array("[1,]".utf8))
        } throws: {
            "\($0)".contains("column 4")
        }
        for text in [
            "", " ", "[", "{\"a\"}", "01", "1.", "-", "\"\u{1}\"", "nul", "1 2", "{\"a\":1,}", "\"\\ud800\"", "\"\\x\"",
        ] {
            #expect(throws: (any Error).self, "\(text)") { try JSON.decode(String.self, from: Array(text.utf8)) }
        }
        #expect(throws: (any Error).self) { try JSON.decode(String.self, from: [0x22, 0xFF, 0x22]) }
    }

    @Test("A large object is decoded in linear time, with requests in any order")
    func largeObjects() throws {
        func lookUps(_ count: Int) throws -> Int {
            let members = (0..<count).map { JSON.Object.Member(key: "k\($0)", value: .number(JSON.Number($0))) }
            let tape = try JSONTape(JSON.object(JSON.Object(distinct: members)).bytes())
            let object = TapeContainer(TapeDecoder(tape: tape, place: JSONTape.root, container: nil))
            for index in (0..<count).reversed() { #expect(object.place(of: "k\(index)") != nil) }
            for index in 0..<count { #expect(object.place(of: "k\(index)") != nil) }
            return object.looks
        }
        let (few, many) = (try lookUps(500), try lookUps(2_000))
        #expect(many <= 4 * few + 100, "\(few) looks, \(many) looks")
    }
}

extension JSON {
    /// The same, with the members of each object in another order.
    fileprivate func shuffled(_ random: inout SeededRandom) -> JSON {
        switch self {
        case .array(let elements): return .array(elements.map { $0.shuffled(&random) })
        case .object(let object):
            return .object(
                Object(
                    distinct: object.members.shuffled(using: &random).map {
                        Object.Member(key: $0.key, value: $0.value.shuffled(&random))
                    }))
        default: return self
        }
    }
}
