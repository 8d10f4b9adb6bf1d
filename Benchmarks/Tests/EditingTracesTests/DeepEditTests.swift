import EditingTraces
import ReactorTesting
import Testing

/// Texts of several hundred thousand code points, so that the tree has three levels and more, against an array of code
/// points.
@Suite("Deep edits of EditableText")
struct DeepEditTests {
    /// A text, and the same text as an array; each edit is made in both, and the tree is checked after it.
    struct Pair {
        var text: EditableText
        var scalars: [Unicode.Scalar]

        init(_ start: String) {
            text = EditableText(start)
            scalars = Array(start.unicodeScalars)
        }

        /// The faults after the edit; empty if there are none. Whole texts are compared if `thoroughly` is set, the
        /// surroundings of the edit always.
        mutating func edit(_ range: Range<Int>, with inserted: String, thoroughly: Bool) -> [String] {
            text.replace(range, with: inserted)
            scalars.replaceSubrange(range, with: inserted.unicodeScalars)
            var problems = text.root.problems()
            if text.count != scalars.count { problems.append("\(text.count) code points, not \(scalars.count)") }
            let end = range.lowerBound + inserted.unicodeScalars.count
            let near = max(0, range.lowerBound - 600)..<min(scalars.count, end + 600)
            let looked = thoroughly ? 0..<scalars.count : near
            if !text.bytes(in: looked).elementsEqual(scalars[looked].utf8Bytes) { problems.append("another text") }
            return problems
        }
    }

    /// The number of code points that an edit removes or inserts: every order of magnitude is equally likely.
    static func size(atMost limit: Int, _ random: inout SeededRandom) -> Int {
        var largest = 1
        for _ in 0..<random.number(in: 0...19) where largest < limit { largest *= 2 }
        return min(limit, random.number(in: 0...largest))
    }

    @Test("Replacements of every size anywhere keep text and tree", arguments: [11, 12, 13] as [UInt64])
    func everySize(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let base = random.text(count: 4_000)
        var pair = Pair(String(repeating: base, count: random.number(in: 60...120)))
        for step in 0..<200 {
            let count = pair.scalars.count
            let position = random.number(in: 0...count)
            let deleted = Self.size(atMost: count - position, &random)
            // The text stays between a hundred thousand and half a million code points.
            let most = count < 100_000 ? 300_000 : count > 500_000 ? 0 : 60_000
            let inserted = random.text(count: Self.size(atMost: most, &random))
            let problems = pair.edit(
                position..<position + deleted, with: inserted, thoroughly: step.isMultiple(of: 50))
            guard problems.isEmpty else {
                Issue.record("seed \(seed), step \(step), \(deleted) at \(position) of \(count): \(problems)")
                return
            }
        }
        #expect(pair.text.string.unicodeScalars.elementsEqual(pair.scalars), "seed \(seed)")
    }

    @Test("A deletion of any length at any seam of a small tree keeps text and tree")
    func everyDeletion() {
        let start = EditableText(String(repeating: "yz", count: 3_200))
        let seams = Set([0, 1, 130, 250, 256, 257, 400, 512, 3_000, 6_399])
        for position in seams.sorted() {
            for deleted in stride(from: 1, through: start.count - position, by: 16) {
                var text = start
                text.replace(position..<position + deleted, with: "")
                let problems = text.root.problems()
                guard problems.isEmpty, text.count == start.count - deleted else {
                    Issue.record("\(deleted) at \(position): \(text.count) code points, \(problems)")
                    return
                }
            }
        }
    }

    @Test("A tree of four levels stays balanced when whole branches are deleted", arguments: [21, 22] as [UInt64])
    func fourLevels(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var text = EditableText(String(repeating: "0123456789abcdef", count: 90_000))
        #expect(text.root.levels >= 4)
        while text.count > 0 {
            let position = random.number(in: 0...text.count - 1)
            let deleted = min(text.count - position, random.number(in: 1...220_000))
            let expected = text.count - deleted
            text.replace(position..<position + deleted, with: "")
            let problems = text.root.problems()
            guard problems.isEmpty, text.count == expected else {
                Issue.record("seed \(seed), \(deleted) at \(position): \(text.count) of \(expected), \(problems)")
                return
            }
        }
    }
}

extension EditableText {
    /// The UTF-8 of a range of code points, found through the counts of the tree.
    func bytes(in range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        var position = 0
        for leaf in root.leaves {
            let scalars = leaf.withUnsafeBufferPointer(\.codePointCount)
            let wanted = range.clamped(to: position..<position + scalars)
            if !wanted.isEmpty {
                let lower = leaf.offset(from: 0, codePoints: wanted.lowerBound - position)
                let upper = leaf.offset(from: lower, codePoints: wanted.count)
                bytes += leaf[lower..<upper]
            }
            position += scalars
        }
        return bytes
    }
}

extension ArraySlice<Unicode.Scalar> {
    var utf8Bytes: [UInt8] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: self)
        return Array(String(text).utf8)
    }
}
