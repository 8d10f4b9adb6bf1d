import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorJSON

@Suite("Patches of JSON")
struct JSONPatchTests {
    @Test(
        "A small change makes a small patch",
        arguments: [
            ("1", "1.0", "0"),
            ("1", "[2]", "[0,[2]]"),
            (#"{"a":1,"b":2}"#, #"{"b":3,"a":1}"#, #"[1,{"b":[0,3]}]"#),
            (#"{"a":1,"b":2}"#, #"{"a":1,"c":[]}"#, #"[1,{"c":[0,[]]},["b"]]"#),
            (#"{"a":1}"#, #"{"b":1}"#, #"[0,{"b":1}]"#),
            ("[1,2,3,4]", "[1,3,4]", "[2,[1,1,[]]]"),
            ("[1,2]", "[1,9,8,2]", "[2,[1,0,[9,8]]]"),
            (#"[0,{"a":1,"b":2}]"#, #"[0,{"a":1,"b":3}]"#, #"[2,[1,[1,{"b":[0,3]}]]]"#),
            ("[[],1]", "[2,1]", "[2,[0,[0,2]]]"),
            (#""Hello, wörld 🧭!""#, #""Hello, wörld 🧭 is here!""#, #"[3,15,0," is here"]"#),
            (#""é is a letter""#, #""è is a letter""#, #"[3,0,1,"è"]"#),
            (#""ab""#, #""xy""#, #"[0,"xy"]"#),
        ])
    func small(before: String, after: String, patch: String) throws {
        let (before, after) = (try JSON(parsing: before), try JSON(parsing: after))
        #expect(JSONPatch(from: before, to: after).json.compact == patch)
        #expect(JSONPatch(from: before, to: after).applied(to: before) == after)
    }

    @Test("An insertion in the middle of a long array of objects takes few bytes")
    func middle() {
        let before = (0..<5_000).map { ["id": .number(JSON.Number($0)), "text": "some words"] as JSON }
        var after = before
        after.insert(["id": -1], at: 2_500)
        after.remove(at: 10)
        let patch = JSONPatch(from: .array(before), to: .array(after))
        #expect(patch.json.bytes().count < 120_000)
        #expect(patch.applied(to: .array(before)) == .array(after))
        after = before
        after.insert(["id": -1], at: 2_500)
        #expect(JSONPatch(from: .array(before), to: .array(after)).json.compact == #"[2,[2500,0,[{"id":-1}]]]"#)
    }

    @Test("A patch that does not fit is refused, not half applied")
    func misfits() throws {
        for text in [
            "1", "[4,1]", "[0]", "[2,[5,1,[]]]", "[2,[0,9,[]]]", "[2,[1,0,[]],[0,0,[]]]", "[2,[9,[0,1]]]", "[1,{},[1]]",
            "[3,0,0,\"\"]", "[2,[0,-1,[]]]", "[2,[-1,0,[]]]",
        ] {
            #expect(JSONPatch(try JSON(parsing: text)).applied(to: [1, 2]) == nil, "\(text)")
        }
        #expect(JSONPatch([3, 1, 5, "x"]).applied(to: "ab") == nil)
        #expect(JSONPatch([3, 1, 0, "x"]).applied(to: "🧭") == nil)
        #expect(JSONPatch([1, [:], ["a"]]).applied(to: [:]) == nil)
    }

    @Test("Patched, a value is the next one, over any changes", arguments: 1...60 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var value = random.json()
        for _ in 0..<60 {
            let next = random.changed(value)
            let patch = JSONPatch(from: value, to: next)
            #expect(patch.isEmpty == (value == next), "seed \(seed)")
            let read = JSONPatch(try JSON(parsing: patch.json.bytes()))
            #expect(read.applied(to: value) == next, "\(value) → \(next) by \(patch.json) (seed \(seed))")
            value = next
        }
    }
}

@Suite("Aligned arrays")
struct ArrayAlignmentTests {
    @Test("A patch preserves the longest common subsequence", arguments: 1...12 as ClosedRange<UInt64>)
    func longest(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let before = (0..<random.below(9)).map { _ in random.below(4) }
            let after = (0..<random.below(9)).map { _ in random.below(4) }
            let runs = ArrayAlignment(before: before.count, after: after.count) { before[$0] == after[$1] }.runs
            var (left, right, kept) = (0, 0, 0)
            for run in runs {
                switch run {
                case .same(let count):
                    #expect(before[left..<(left + count)] == after[right..<(right + count)], "seed \(seed)")
                    (left, right, kept) = (left + count, right + count, kept + count)
                case .changed(let removed, let inserted): (left, right) = (left + removed, right + inserted)
                }
            }
            #expect((left, right) == (before.count, after.count), "seed \(seed)")
            #expect(kept == longestByTrying(before[...], after[...]), "\(before) \(after) (seed \(seed))")
        }
    }

    private func longestByTrying(_ before: ArraySlice<Int>, _ after: ArraySlice<Int>) -> Int {
        guard let left = before.first, let right = after.first else { return 0 }
        let skipping = max(longestByTrying(before.dropFirst(), after), longestByTrying(before, after.dropFirst()))
        return left == right
            ? max(skipping, 1 + longestByTrying(before.dropFirst(), after.dropFirst())) : skipping
    }
}
