import Foundation
import ReactorTesting
import Testing

@testable import ReactorServices
@testable import ServicesSupport

@Suite("JSON")
struct JSONTests {
    @Test(
        "A text that is none says where it stops being one, and why",
        arguments: [
            ("", JSONSyntaxError.Problem.unexpectedEnd, 1, 1), ("{\"a\":1,\n \"b\":tru}", .unexpectedCharacter, 2, 9),
            ("[1,2", .unexpectedEnd, 1, 5), ("[1 2]", .unexpectedCharacter, 1, 4),
            ("{\"a\" 1}", .unexpectedCharacter, 1, 6),
            ("{a:1}", .unexpectedCharacter, 1, 2), ("[1,]", .unexpectedCharacter, 1, 4), ("01", .trailingContent, 1, 2),
            ("-", .unexpectedEnd, 1, 2), ("1.x", .badNumber, 1, 3), ("1e+", .unexpectedEnd, 1, 4),
            ("\"\\x\"", .badEscape, 1, 2), ("\"\\u12G4\"", .badEscape, 1, 6), ("\"\\uD800\"", .badEscape, 1, 2),
            ("\"a\nb\"", .controlCharacter, 1, 3), ("\"abc", .unexpectedEnd, 1, 5), ("1\n\n x", .trailingContent, 3, 2),
            ("nul", .unexpectedEnd, 1, 4), ("+1", .unexpectedCharacter, 1, 1),
        ])
    func places(text: String, problem: JSONSyntaxError.Problem, line: Int, column: Int) {
        #expect {
            try JSONValue(reading: Data(text.utf8))
        } throws: { error in
            guard let error = error as? JSONSyntaxError else { return false }
            return (error.problem, error.line, error.column) == (problem, line, column)
        }
    }

    @Test("A text that is not UTF-8, and one nested too deeply, are refused")
    func odd() {
        #expect(throws: JSONSyntaxError(problem: .badText, line: 1, column: 1, offset: 0)) {
            try JSONValue(reading: Data([0x22, 0xFF, 0x22]))
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONSyntaxError(problem: .tooDeep, line: 1, column: 513, offset: 512)) {
            try JSONValue(reading: Data(deep.utf8))
        }
    }

    @Test("An answer that is none ends the request with the place")
    func inTheGateway() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .text(200, "{\n  \"a\": oops\n}", headers: ["Content-Type": "application/json"], for: request)
        }
        let place = JSONSyntaxError(problem: .unexpectedCharacter, line: 2, column: 8, offset: 9)
        await #expect(throws: GatewayError.malformedJSON(place)) {
            try await JsonGateway(baseURL: testBase(), network: network).get("/")
        }
    }

    @Test("Escapes and numbers are read exactly")
    func exact() throws {
        let text = #"{"a":"\u00e9\ud83d\ude00\n\/\"","n":12345678901234567890.10,"e":-1.5E+3,"a":2}"#
        let value = try JSONValue(reading: Data(text.utf8))
        #expect(value["a"]?.integer == 2, "of two members with one name the last counts")
        guard case .object(let object) = value else {
            Issue.record("no object")
            return
        }
        #expect(object.members.first?.value == .string("é😀\n/\""))
        #expect(value["n"] == .number(JSONNumber(checked: "12345678901234567890.10")))
        #expect(value["e"]?.double == -1500)
    }

    @Test("What is written is read again as the same, and other readers read it so too", arguments: 0..<UInt64(40))
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            let value = JSONValue.random(&random, depth: 4)
            let text = Data(value.written.utf8)
            try #require(JSONValue(reading: text) == value, "seed \(seed): \(value.written)")
            _ = try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
        }
    }

    @Test(
        "A number is the whole number it is written as, to the last digit",
        arguments: [
            ("80500", 80_500), ("80500.0", 80_500), ("-8.05e4", -80_500), ("1E3", 1_000), ("1200e-2", 12), ("-0.0", 0),
            ("0e99999999999999999999", 0), ("9007199254740993.000", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("9223372036854775808", nil), ("0.5", nil), ("1e400", nil), ("12e-1", nil),
            ("1e19", nil), ("-9.223372036854775808e18", .min),
        ] as [(String, Int?)])
    func integers(text: String, integer: Int?) throws {
        #expect(try JSONValue(reading: Data(text.utf8)).integer == integer)
    }

    @Test("A number beyond every Double is none, and never infinite")
    func infinite() throws {
        for text in ["1e400", "-1e400", "1\(String(repeating: "0", count: 400))"] {
            #expect(try JSONValue(reading: Data(text.utf8)).double == nil)
        }
        #expect(try JSONValue(reading: Data("1e-400".utf8)).double == 0)
    }

    @Test("A byte-order mark before a text is passed over, and one within it is not")
    func mark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try JSONValue(reading: Data(mark + Array("[1]".utf8))) == [1])
        #expect(throws: JSONSyntaxError.self) {
            try JSONValue(reading: Data(Array("[".utf8) + mark + Array("1]".utf8)))
        }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(reading: Data(mark)) }
    }

    @Test("Of members with one name every reader of the library takes the last")
    func repeatedNames() throws {
        struct Weight: Decodable, Equatable { var grams: Int; var inner: [String: Int] }
        let body = Data(#"{"grams":1,"inner":{"a":1,"b":2,"a":3},"grams":2}"#.utf8)
        #expect(try JSONValue(reading: body)["grams"] == 2)
        #expect(try JSONBody.decode(Weight.self, from: body) == Weight(grams: 2, inner: ["a": 3, "b": 2]))
        let request = RequestDescription(operation: "1", step: "a", method: .get, target: .path("a"))
        let exchange = Exchange(request: request, status: 200, body: body)
        #expect(try exchange.decoded(as: Weight.self).grams == 2)
        #expect(ServiceErrorBody(Data(#"{"code":"a","code":"b"}"#.utf8))?.code == "b")
    }

    @Test("A text with a byte changed is read by both readers alike, or refused by both", arguments: 0..<UInt64(40))
    func mutations(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            var text = Data(JSONValue.random(&random, depth: 3).written.utf8)
            text[random.below(text.count)] = random.pick(Array("{}[]\",:0-1.eE tnf\\u/".utf8)) ?? 0
            let isRead = (try? JSONValue(reading: text)) != nil
            let other = (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) != nil
            #expect(isRead == other, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        }
    }
}

extension JSONValue {
    fileprivate static func random(_ random: inout SeededRandom, depth: Int) -> JSONValue {
        let texts = ["", "a", "é\n\"\\", "😀\u{1}", "\u{2028}/"]
        switch random.below(depth == 0 ? 5 : 7) {
        case 0: return .null
        case 1: return .bool(random.chance(50))
        case 2: return .number(JSONNumber(random.below(2000) - 1000))
        case 3: return .number(JSONNumber(checked: "-\(random.below(100)).\(random.below(100))e\(random.below(9))"))
        case 4: return .string(random.pick(texts) ?? "")
        case 5: return .array((0..<random.below(4)).map { _ in .random(&random, depth: depth - 1) })
        default:
            let members = (0..<random.below(4)).map { index in
                JSONObject.Member(
                    name: "\(index)\(random.pick(texts) ?? "")", value: .random(&random, depth: depth - 1))
            }
            return .object(JSONObject(members: members))
        }
    }
}
