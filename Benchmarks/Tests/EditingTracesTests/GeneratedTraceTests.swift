import EditingTraces
import Foundation
import Reactor
import ReactorTesting
import Testing

/// Editing sessions of the kinds that people and their editors make, generated with their final text.
@Suite("Generated editing sessions")
struct GeneratedTraceTests {
    enum Kind: CaseIterable {
        /// Long pieces put in at one go, far from each other.
        case bulkPaste
        /// A long text of which long pieces go, until little is left.
        case bulkDelete
        /// The last edit is undone and redone, as an editor reports it: by an opposite edit.
        case undoing
        /// Typing in scripts of two to four bytes, with marks that combine.
        case scripts
        /// A formatter that replaces most of the text again and again.
        case reformat
    }

    /// Makes edits, and maintains the resulting text as plain code points.
    struct Session {
        let start: String
        private(set) var scalars: [Unicode.Scalar]
        private(set) var patches: [[(Int, Int, String)]] = []

        init(start: String) {
            self.start = start
            scalars = Array(start.unicodeScalars)
        }

        var end: String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return String(text)
        }

        mutating func replace(_ range: Range<Int>, with inserted: String) {
            scalars.replaceSubrange(range, with: inserted.unicodeScalars)
            patches.append([(range.lowerBound, range.count, inserted)])
        }

        /// The text in a range.
        func text(in range: Range<Int>) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[range])
            return String(text)
        }

        /// The session in the form of josephg/editing-traces.
        var json: String {
            get throws {
                func quoted(_ text: String) throws -> String {
                    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
                }
                let transactions = try patches.map { patches in
                    let texts = try patches.map { "[\($0.0),\($0.1),\(try quoted($0.2))]" }
                    return #"{"patches":[\#(texts.joined(separator: ","))]}"#
                }
                return #"{"startContent":\#(try quoted(start)),"endContent":\#(try quoted(end)),"#
                    + #""txns":[\#(transactions.joined(separator: ",\n"))]}"#
            }
        }
    }

    /// - Parameter size: about how many code points the text grows to.
    static func session(_ kind: Kind, size: Int, seed: UInt64) -> Session {
        var random = SeededRandom(seed: seed)
        let line = random.text(count: 61) + "\n"
        func long(_ count: Int) -> String { String(repeating: line, count: count / 62 + 1) }
        var session = Session(start: kind == .bulkDelete ? long(size) : kind == .reformat ? long(size / 2) : "")
        func place(_ random: inout SeededRandom) -> Int { random.number(in: 0...session.scalars.count) }
        switch kind {
        case .bulkPaste:
            while session.scalars.count < size {
                let position = place(&random)
                session.replace(position..<position, with: long(random.number(in: 1...size / 12)))
            }
        case .bulkDelete:
            while session.scalars.count > 1_000 {
                let position = random.number(in: 0...session.scalars.count - 1)
                let deleted = min(session.scalars.count - position, random.number(in: 1...size / 9))
                session.replace(position..<position + deleted, with: random.number(in: 0...3) == 0 ? "…" : "")
            }
        case .undoing:
            while session.scalars.count < size {
                let position = place(&random)
                let range = position..<min(session.scalars.count, position + random.number(in: 0...size / 20))
                let old = session.text(in: range)
                let new = long(random.number(in: 0...size / 15))
                let replaced = position..<position + new.unicodeScalars.count
                session.replace(range, with: new)
                for _ in 0..<random.number(in: 0...2) {
                    session.replace(replaced, with: old)
                    session.replace(range, with: new)
                }
            }
        case .scripts:
            var cursor = 0
            for _ in 0..<size / 40 {
                if random.number(in: 0...30) == 0 { cursor = place(&random) }
                let taken = min(cursor, random.number(in: 0...2))
                let typed = random.text(count: random.number(in: 1...5))
                session.replace(cursor - taken..<cursor, with: typed)
                cursor += typed.unicodeScalars.count - taken
            }
        case .reformat:
            for _ in 0..<12 {
                let count = session.scalars.count
                let lower = random.number(in: 0...count / 8)
                let upper = random.number(in: count - count / 8...count)
                let shorter = session.text(in: lower..<upper).replacing(
                    "b", with: random.number(in: 0...1) == 0 ? "" : "世世")
                session.replace(lower..<upper, with: shorter)
            }
        }
        return session
    }

    @Test(
        "A generated session ends with its known text, whichever way it is played", arguments: Kind.allCases,
        [31, 32] as [UInt64])
    func known(kind: Kind, seed: UInt64) async throws {
        let session = Self.session(kind, size: 300_000, seed: seed)
        let trace = try EditingTrace(name: "\(kind)", json: Data(try session.json.utf8))
        #expect(trace.count == session.patches.count)
        for playing in Playing.allCases {
            #expect(await trace.play(playing).isRight, "\(kind), seed \(seed), \(playing)")
        }
        let (undone, isRight) = await trace.play(undoingEvery: 5)
        #expect(undone > 0 && isRight, "\(kind), seed \(seed)")
    }

    @Test("A session whose expected text differs in one code point is not right")
    func otherEnd() async throws {
        let json = #"{"startContent":"","endContent":"\u00e9","txns":[{"patches":[[0,0,"e"],[1,0,"\u0301"]]}]}"#
        let trace = try EditingTrace(name: "other", json: Data(json.utf8))
        for playing in Playing.allCases { #expect(await !trace.play(playing).isRight) }
        #expect(await !trace.play(undoingEvery: 1).isRight)
    }
}
