import EditingTraces
import Foundation
import ReactorTesting
import Testing

@Suite("EditableText")
struct EditableTextTests {
    /// The model that an ``EditableText`` must be indistinguishable from.
    struct Model {
        var scalars: [Unicode.Scalar] = []

        mutating func replace(_ range: Range<Int>, with inserted: String) {
            scalars.replaceSubrange(range, with: inserted.unicodeScalars)
        }

        var string: String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return String(text)
        }
    }

    /// The lengths of the texts that an edit inserts: mostly typing, sometimes a paste.
    enum Habit: CaseIterable {
        case typing, pasting, deleting

        func edit(of count: Int, near last: Int, using random: inout SeededRandom) -> (
            range: Range<Int>, inserted: String
        ) {
            let isLocal = Int.random(in: 0..<4, using: &random) > 0
            let position = isLocal ? min(last, count) : Int.random(in: 0...count, using: &random)
            let (mostDeleted, mostInserted) =
                switch self {
                case .typing: (2, 3)
                case .pasting: (600, 2000)
                case .deleting: (9000, 7000)
                }
            let deleted = min(Int.random(in: 0...mostDeleted, using: &random), count - position)
            return (
                position..<position + deleted,
                random.text(count: Int.random(in: 0...mostInserted, using: &random))
            )
        }
    }

    @Test(
        "Random edits have the same result as on an array of code points",
        arguments: Habit.allCases, [1, 2, 3] as [UInt64])
    func model(habit: Habit, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let start = random.text(count: 20_000)
        var text = EditableText(start)
        var model = Model(scalars: Array(start.unicodeScalars))
        var last = 0
        for step in 0..<(habit == .typing ? 1000 : 60) {
            let (range, inserted) = habit.edit(of: model.scalars.count, near: last, using: &random)
            text.replace(range, with: inserted)
            model.replace(range, with: inserted)
            last = range.lowerBound + inserted.unicodeScalars.count
            let problems = step.isMultiple(of: 10) ? text.root.problems() : []
            guard text.count == model.scalars.count, problems.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(text.count) of \(model.scalars.count), \(problems)")
                return
            }
            if step.isMultiple(of: 50) {
                #expect(text.string.unicodeScalars.elementsEqual(model.scalars), "seed \(seed), step \(step)")
            }
        }
        #expect(text.string.unicodeScalars.elementsEqual(model.scalars), "seed \(seed)")
        #expect(text == EditableText(model.string), "seed \(seed)")
    }

    @Test("A copy keeps its text whatever happens to the original", arguments: [4, 5] as [UInt64])
    func copies(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var text = EditableText(random.text(count: 2000))
        var kept: [(EditableText, String)] = []
        for _ in 0..<100 {
            kept.append((text, text.string))
            let (range, inserted) = Habit.pasting.edit(of: text.count, near: 1000, using: &random)
            text.replace(range, with: inserted)
        }
        for (index, (copy, string)) in kept.enumerated() {
            #expect(copy.string == string, "seed \(seed), copy \(index)")
        }
    }

    @Test("A copy shares all but a few parts with the text edited after it")
    func sharing() {
        var text = EditableText(String(repeating: "0123456789", count: 100_000))
        let copy = text
        text.replace(500_000..<500_001, with: "x")
        let before = Set(copy.root.leafAddresses())
        let after = Set(text.root.leafAddresses())
        #expect(before.count > 1000)
        #expect(after.subtracting(before).count == 1)
    }

    @Test("A text can be deleted completely and typed again")
    func empty() {
        var text = EditableText(String(repeating: "ä", count: 10_000))
        text.replace(0..<10_000, with: "")
        #expect(text.count == 0)
        #expect(text == EditableText())
        #expect(text.root.isLeaf)
        text.replace(0..<0, with: "new")
        #expect(text.string == "new")
    }

    @Test("Positions count code points, not characters and not bytes")
    func codePoints() {
        var text = EditableText("e\u{301}👩‍👧!")
        #expect(text.count == 6)
        text.replace(1..<2, with: "")
        #expect(text.string == "e👩‍👧!")
        text.replace(2..<4, with: "")
        #expect(text.string == "e👩!")
    }

    @Test("Equality compares the code points, not their storage")
    func equality() {
        var typed = EditableText()
        for index in 0..<3000 { typed.replace(index..<index, with: "ü") }
        let pasted = EditableText(String(repeating: "ü", count: 3000))
        #expect(typed == pasted)
        typed.replace(2999..<3000, with: "u")
        #expect(typed != pasted)
        typed.replace(2999..<3000, with: "")
        #expect(typed != pasted)
        #expect(EditableText("\u{E9}") != EditableText("e\u{301}"))
        #expect(EditableText("a\u{301}") != EditableText("\u{E1}b"))
    }

    @Test("A text is encoded as a string")
    func coding() throws {
        let text = EditableText("„Grüße“\n🧵" + String(repeating: "x", count: 2000))
        let data = try JSONEncoder().encode([text])
        #expect(try JSONDecoder().decode([String].self, from: data) == [text.string])
        #expect(try JSONDecoder().decode([EditableText].self, from: data) == [text])
    }
}

extension TextNode {
    /// The faults of the tree; empty if there are none.
    func problems(isRoot: Bool = true) -> [String] {
        var problems: [String] = []
        if isOverfull { problems.append("an overfull node") }
        if isLeaf {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return problems + ["a code point cut in two"]
            }
            return text.unicodeScalars.count == count ? problems : problems + ["a miscounted leaf"]
        }
        if children.reduce(0, { $0 + $1.count }) != count { problems.append("a miscounted branch") }
        if isRoot && children.count == 1 { problems.append("a root with one child") }
        if !bytes.isEmpty { problems.append("a branch with bytes") }
        if children.contains(where: { $0.levels != levels - 1 }) { problems.append("leaves at different depths") }
        if children.count > 1 && children.contains(where: \.isSparse) { problems.append("a sparse child") }
        return children.reduce(problems) { $0 + $1.problems(isRoot: false) }
    }

    var levels: Int { 1 + (children.first?.levels ?? 0) }

    func leafAddresses() -> [UInt] {
        leaves.map { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    }
}
