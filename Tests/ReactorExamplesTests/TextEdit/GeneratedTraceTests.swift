import Foundation
import Reactor
import ReactorTerminal
import ReactorTestSupport
import Testing

@testable import ReactorTerminal
@testable import ExampleTextEdit

/// Editing sessions of the kinds that people and their editors make, generated with the text that they come to.
@Suite("textedit replay, generated sessions")
struct GeneratedTraceTests {
    enum Kind: CaseIterable {
        /// Long pieces put in at one go, far from each other.
        case bulkPaste
        /// A long text of which long pieces go, until little is left.
        case bulkDelete
        /// What was just done is undone and done again, as an editor reports it: by an opposite edit.
        case undoing
        /// Typing in scripts of two to four bytes, with marks that combine.
        case scripts
        /// A formatter that replaces most of the text again and again.
        case reformat
    }

    /// Makes edits, and keeps the text that they come to as plain code points.
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

        /// The text that stands in a range.
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
        "A generated session comes to its known text through the program, from the file to the last code point",
        arguments: Kind.allCases, [31, 32] as [UInt64])
    func known(kind: Kind, seed: UInt64) async throws {
        let session = Self.session(kind, size: Loops.rounds(of: 1_000_000), seed: seed)
        let file = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString).json")
        try session.json.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = MemorySink()
        let errors = MemorySink()
        let code = await TextEditProgram.program.run(
            ["replay", file.path, "--json"], output: Output(to: output, screen: .none, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0))
        #expect(code == .ok, "\(kind), seed \(seed)")
        #expect(errors.text == "", "\(kind), seed \(seed)")
        #expect(output.text.contains("\"matches\":true"), "\(kind), seed \(seed)")
        #expect(output.text.contains("\"characters\":\(session.scalars.count),"), "\(kind), seed \(seed)")
    }

    @Test("The same sessions, undone and redone on the way, come to the same text", arguments: Kind.allCases)
    func undone(kind: Kind) async throws {
        let session = Self.session(kind, size: Loops.rounds(of: 300_000), seed: 33)
        let trace = try Trace(json: Array(try session.json.utf8))
        let playing = try await ExampleTextEdit.play(trace, undoEvery: 5) { _ in }
        #expect(playing.text.string.unicodeScalars.elementsEqual(session.scalars))
    }
}
