import Foundation
import ReactorJSON
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices

/// The system's decoder, which read bodies before, is the model. What differs stands on the gateway's page.
@Suite("Reading a body as a type")
struct JSONBodyTests {
    struct Parcel: Codable, Sendable {
        var id: UInt64
        var weight: Double
        var name: String?
        var sent: Date
        var seal: Data
        var page: URL?
        var price: Decimal
        var tags: [String]
        var rooms: [String: Int8]
        var inner: [Inner]?

        struct Inner: Codable {
            var isOpen: Bool
            var words: [[String?]]
        }

        init(_ random: inout SeededRandom) {
            id = random.pick([0, 7, .max]) ?? 0
            weight = random.pick([0, -0.5, 0.1, 1e300, 80_500]) ?? 0
            name = random.pick([nil, "", "é\"\\\n", "\u{1F600}"]) ?? nil
            sent = Date(timeIntervalSinceReferenceDate: random.pick([0, 12_345.678, -1]) ?? 0)
            seal = Data(random.pick([[], [1, 2, 255]]) ?? [])
            page = random.pick([nil, URL(string: "https://example.org/a?b=c")]) ?? nil
            price = Decimal(random.number(in: -1_000...100_000)) / 100
            tags = random.pick([[], ["red", "Infinity"]]) ?? []
            rooms = random.pick([[:], ["a": 1, "é": -128]]) ?? [:]
            inner = random.pick([nil, [], [Inner(isOpen: true, words: [["x", nil], []])]]) ?? nil
        }
    }
    struct Number: Codable { var a: Int8 }
    struct Text: Codable { var a: String }

    /// What comes of it: the value as JSON, or what the client says.
    func outcome<Value: Codable>(_ type: Value.Type, _ body: Data, _ decoder: JSONDecoder?) -> String {
        do {
            return try JSON(encoding: JSONBody.decode(type, from: body, decoder: decoder)).canonical
        } catch {
            return DecodingProblem(error, in: body).description
        }
    }

    func compare<Value: Codable>(_ type: Value.Type, _ bytes: [UInt8]) {
        let body = Data(bytes)
        let (ours, theirs) = (outcome(type, body, nil), outcome(type, body, JSONDecoder()))
        #expect(ours == theirs, "\(type) of \(String(decoding: bytes, as: UTF8.self))")
    }

    @Test(
        "Each value is read as each type as the system's decoder reads it, and refused with the same words",
        arguments: [
            "0", "-0", "1", "-1", "128", "300", "1.0", "1.5", "1e2", "9007199254740993", "18446744073709551615",
            "18446744073709551616", "123456789012345678901234567890", "0.30000000000000004", "1e308", "1e309", "-1e400",
            #""""#, #""a""#, #""é""#, #""\u00e9\n\/""#, #""\ud83d\ude00""#, #""\ud83d""#, #""\x""#, #""Infinity""#,
            #""NaN""#, #""AQL/""#, #""AQL""#, #""https://example.org/a?b=c""#, #""not a url ""#, "true", "false", "[]",
            "{}", "[null]", #"{"a":1}"#, #"{"a":1,"a":2}"#, #"{"a":"x"}"#, #"{"a":null}"#, #"{"a":1,"b":"\ud83d"}"#,
            "\u{FEFF}1", "", " ", "[", "nul", "1 2", "[1] x", "'a'", "/* a */ 1", "+1", ".5", "0x1", "NaN",
        ])
    func values(text: String) {
        let bytes = Array(text.utf8)
        compare(Int.self, bytes)
        compare(Int8.self, bytes)
        compare(UInt64.self, bytes)
        compare(Double.self, bytes)
        compare(Float.self, bytes)
        compare(Decimal.self, bytes)
        compare(Date.self, bytes)
        compare(Data.self, bytes)
        compare(URL.self, bytes)
        compare(String.self, bytes)
        compare(Bool.self, bytes)
        compare(Int?.self, bytes)
        compare([Int?].self, bytes)
        compare([String].self, bytes)
        compare([String: Int].self, bytes)
        compare(Number.self, bytes)
        compare(Text.self, bytes)
    }

    @Test("A body with a byte that is changed, gone or too many is refused or read as before, where it is JSON at all")
    func damaged() throws {
        let encoder = JSONEncoder()
        // So that a seed is the same body in each process.
        encoder.outputFormatting = .sortedKeys
        for seed in Loops.seeds(of: 10_000) {
            var random = SeededRandom(seed: seed)
            var bytes = Array(try encoder.encode(Parcel(&random)))
            let place = random.below(bytes.count)
            let byte = random.pick(Array(#"{}[]",:0123456789.-eEntf\ x"#.utf8)) ?? 0
            switch random.below(3) {
            case 0: bytes[place] = byte
            case 1: bytes.remove(at: place)
            default: bytes.insert(byte, at: place)
            }
            let body = Data(bytes)
            do throws(JSONError) {
                _ = try JSON(parsingAnswer: bytes)
            } catch {
                #expect(outcome(Parcel.self, body, nil) == "it is no JSON at \(Errors.place(error))")
                continue
            }
            let (ours, theirs) = (outcome(Parcel.self, body, nil), outcome(Parcel.self, body, JSONDecoder()))
            // The system's decoder does not take a zero with an exponent, which is a number all the same.
            let hasZeroWithExponent = String(decoding: bytes, as: UTF8.self).contains(/:-?0[eE]/)
            if theirs == "the whole cannot be read", hasZeroWithExponent { continue }
            // The system's decoder leaves the way out for what is out of range, and takes the whole part of a large fraction.
            if theirs == "the whole cannot be read" || String(decoding: bytes, as: UTF8.self).hasLargeFraction {
                #expect(ours == theirs || ours.hasSuffix(" cannot be read"), "seed \(seed)")
            } else {
                #expect(ours == theirs, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test(
        "What is no JSON for `Response.json` is none for a type either, and the place is named",
        arguments: [
            (Array("[1,]".utf8), "line 1, column 4 (byte 3): something else stands where a value should come", "[1]"),
            (
                Array("[1]".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
                "line 1, column 2 (byte 1): something else stands where a value should come", "[1]"
            ),
            (
                Array("[1,\"\u{1}\"]".utf8), "line 1, column 5 (byte 4): a control character stands bare in a string",
                "[1] is no Int"
            ),
            (Array("01".utf8), "line 1, column 2 (byte 1): something follows the value", "the whole is no Array<Any>"),
        ] as [([UInt8], String, String)])
    func noJSON(bytes: [UInt8], place: String, before: String) {
        #expect(outcome([Int].self, Data(bytes), nil) == "it is no JSON at \(place)")
        #expect(outcome([Int].self, Data(bytes), JSONDecoder()) == before)
    }

    @Test("A decoder of the caller's reads dates and keys in its way, and of two members of one name the last")
    func ownDecoder() throws {
        struct Visit: Codable, Equatable { var visitedAt: Date }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let body = Data(#"{"visited_at":"2025-01-01T00:00:00Z","visited_at":"2026-01-02T00:00:00Z"}"#.utf8)
        let visit = try JSONBody.decode(Visit.self, from: body, decoder: decoder)
        #expect(visit == Visit(visitedAt: Date(timeIntervalSince1970: 1_767_312_000)))
        #expect(outcome(Visit.self, body, nil) == #"the whole has no member "visitedAt""#)
    }
}

extension String {
    /// Whether it has a number of more than fifteen digits with a point or an exponent.
    fileprivate var hasLargeFraction: Bool {
        var digits = 0
        for byte in utf8 {
            if (0x30...0x39).contains(byte) {
                digits += 1
            } else {
                if digits > 15, [0x2E, 0x65, 0x45].contains(byte) { return true }
                digits = 0
            }
        }
        return false
    }
}
