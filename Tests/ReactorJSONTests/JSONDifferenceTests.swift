import ReactorTesting
import Testing

@testable import ReactorJSON

@Suite("Differences of JSON")
struct JSONDifferenceTests {
    @Test("Every changed place is listed with its old and its new value")
    func places() throws {
        let before = try JSON(parsing: #"{"a":1,"b":{"c":[1,2,3],"odd key":true},"gone":null,"same":{"x":1}}"#)
        let after = try JSON(parsing: #"{"a":2,"same":{"x":1.0},"b":{"c":[1,3],"odd key":"yes"},"new":[]}"#)
        #expect(
            JSONDifference(from: before, to: after).description == """
                a: 1 → 2
                b.c[1]: removed 2
                b["odd key"]: true → "yes"
                gone: removed null
                new: added []
                """)
    }

    @Test("An element put in front of a long array is one change")
    func insertion() {
        let before = JSON.array((0..<1_000).map { ["id": .number(JSON.Number($0))] })
        let after = JSON.array([["id": -1]] + (before.array ?? []))
        #expect(JSONDifference(from: before, to: after).description == #"[0]: added {"id":-1}"#)
    }

    @Test("Equal values have no difference")
    func equal() {
        #expect(JSONDifference(from: ["a": 1, "b": 2], to: ["b": 2, "a": 1]).isEmpty)
        #expect(JSONDifference(from: 1, to: 1).description == "no difference")
        #expect(JSONDifference(from: 1, to: 2).description == "$: 1 → 2")
    }

    @Test("More changes than the limit are counted")
    func bounded() {
        let before = JSON.array((0..<50).map { .number(JSON.Number($0)) })
        let after = JSON.array((0..<50).map { .number(JSON.Number($0 + 100)) })
        let difference = JSONDifference(from: before, to: after, limit: 2)
        #expect(difference.description == "[0]: 0 → 100\n[1]: 1 → 101\nand 48 more")
        #expect(JSONDifference(from: before, to: after, limit: 0).isEmpty == false)
    }

    @Test("Long values are cut and control characters are escaped")
    func readable() {
        let difference = JSONDifference(from: "a", to: .string(String(repeating: "é\u{202E}", count: 100)))
        #expect(difference.text(valueLimit: 6) == #"$: "a" → "é\u{202E}é\u{202E}…"#)
    }

    @Test("There is a difference exactly when the values differ", arguments: 1...40 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let before = random.json()
            let after = random.changed(before)
            let difference = JSONDifference(from: before, to: after, limit: .max)
            #expect(difference.isEmpty == (before == after), "\(before) \(after) (seed \(seed))")
            for change in difference.changes {
                #expect(change.before == nil || before[change.path] == change.before, "\(change) (seed \(seed))")
                let parent = before[JSONPath(Array(change.path.steps.dropLast()))]
                #expect(change.before != nil || parent != nil, "\(change) (seed \(seed))")
            }
        }
    }
}
