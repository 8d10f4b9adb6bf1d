import Testing

@testable import ReactorJSON

@Suite("JSON and Codable")
struct JSONCodingTests {
    private struct Sample: Codable, Equatable {
        var name: String
        var counts: [String: UInt64]
        var weight: Double?
        var optional: Int?
        var path = "a/b"
    }

    @Test("A value that is encoded and decoded is the same, to the last digit")
    func roundTrip() throws {
        let sample = Sample(name: "é🧭\n", counts: ["a": .max, "b": 0], weight: 0.1 + 0.2)
        let json = try JSON(encoding: sample)
        #expect(json["counts"]?["a"]?.number?.text == "18446744073709551615")
        #expect(json["weight"]?.number?.text == "0.30000000000000004")
        #expect(json["optional"] == nil)
        #expect(try json.decode(Sample.self) == sample)
    }

    @Test("Infinite values and NaN are preserved, too")
    func infinite() throws {
        let back: [Double] = try JSON(encoding: [Double.infinity, -.infinity, .nan]).decode()
        #expect(back.prefix(2) == [.infinity, -.infinity] && back[2].isNaN)
    }

    @Test("A single value does not require an object around it")
    func fragment() throws {
        #expect(try JSON(encoding: 5) == 5)
        #expect(try JSON.string("x").decode(String.self) == "x")
    }

    @Test("A value that does not fit is an error of the decoder")
    func mismatch() { #expect(throws: DecodingError.self) { try JSON.array([]).decode(Sample.self) } }
}
