import ReactorTesting
import Testing

@testable import ReactorJSON

@Suite("Writing JSON")
struct JSONWritingTests {
    @Test("Compact text preserves the order of members and the spelling of numbers")
    func compact() throws {
        let text = #"{"b":[1.50,-0,1e9,null],"a":{"x":"\u0001\n\"\\é/"},"c":{}}"#
        #expect(try JSON(parsing: text).compact == text)
    }

    @Test("Readable text has one member per line")
    func readable() throws {
        let json = try JSON(parsing: #"{"a":[1,{}],"b":[]}"#)
        #expect(json.readable == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}")
    }

    @Test("An integer variable of any type is a value")
    func variables() {
        let (count, small, large) = (-12, UInt8(200), UInt64.max)
        let json: JSON = ["count": JSON(count), "small": JSON(small), "large": [JSON(large)]]
        #expect(json.compact == #"{"count":-12,"small":200,"large":[18446744073709551615]}"#)
    }

    @Test("Text for a page contains no markup and parses to the same value")
    func page() throws {
        let json: JSON = ["</script>": "<img onerror='x'> & \u{2028}"]
        let text = json.text(.page)
        #expect(!text.contains { "<>&".contains($0) })
        #expect(try JSON(parsing: text) == json)
    }

    @Test(
        "A number has one canonical text",
        arguments: [
            ("0", "0"), ("-0", "-0"), ("0.0", "0"), ("-0.00e5", "-0"), ("1.0", "1"), ("1e0", "1"), ("10e-1", "1"),
            ("100", "100"), ("1e2", "100"), ("0.10", "0.1"), ("1e-6", "0.000001"), ("1e-7", "1e-7"),
            ("1.5E-7", "1.5e-7"),
            ("1e20", "100000000000000000000"), ("1e21", "1e+21"), ("123e30", "1.23e+32"), ("-12.50", "-12.5"),
            ("12345678901234567890123", "1.2345678901234567890123e+22"), ("9007199254740993", "9007199254740993"),
            ("0.00000000000000000001234", "1.234e-20"), ("1e999999999", "1e+999999999"),
        ])
    func numbers(written: String, canonical: String) throws {
        let number = try #require(JSON.Number(written))
        #expect(number.normalized == canonical)
        #expect(number.text == written)
        #expect(JSON.Number(canonical)?.normalized == canonical)
    }

    @Test(
        "Text that JSON does not allow is not a number",
        arguments: ["", "+1", "01", ".5", "1.", "NaN", " 1", "1 ", "\"1\"", "0x1"])
    func noNumbers(text: String) { #expect(JSON.Number(text) == nil) }

    @Test("The canonical text of a double parses to the same double")
    func doubles() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2_000 {
            let double = Double(bitPattern: random.next())
            guard let number = JSON.Number(double) else {
                #expect(!double.isFinite)
                continue
            }
            #expect(number.double?.bitPattern == double.bitPattern)
        }
        #expect(JSON.Number(-0.0)?.text == "-0")
        #expect(JSON.Number(2.0)?.text == "2")
    }

    @Test(
        "Equal values have equal canonical bytes and hashes, others do not", arguments: 1...40 as ClosedRange<UInt64>)
    func canonical(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let value = random.json()
            let twin = random.shuffled(value)
            #expect(twin == value, "seed \(seed)")
            #expect(twin.hashValue == value.hashValue, "seed \(seed)")
            #expect(twin.canonical == value.canonical, "seed \(seed)")
            #expect(try JSON(parsing: value.canonical) == value, "seed \(seed)")
            let other = random.changed(value)
            #expect((other == value) == (other.bytes(.canonical) == value.bytes(.canonical)), "seed \(seed)")
        }
    }

    @Test("Canonical members are sorted by the bytes of their names")
    func order() throws {
        let json = try JSON(
            parsing: #"{"é":1,"z":2,"🧭":3,"":4,"Z":5,"a":6,"a\u0000":8}"#)
        #expect(json.canonical == #"{"":4,"Z":5,"a":6,"a\u0000":8,"z":2,"é":1,"🧭":3}"#)
    }
}

extension SeededRandom {
    /// The same value with its members in another order and its numbers written otherwise.
    mutating func shuffled(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map { shuffled($0) })
        case .object(let object):
            var shuffled = JSON.Object()
            for member in object.members.shuffled(using: &self) { shuffled[member.key] = self.shuffled(member.value) }
            return .object(shuffled)
        case .number(let number) where chance(50):
            return .number(JSON.Number(number.normalized) ?? number)
        default: return json
        }
    }
}
