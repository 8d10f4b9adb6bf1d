import ReactorRecording

/// A Swift Testing file that fails for the same reason as a minimized recording, and passes after the fix.
struct FailingTest {
    /// The finding at the end of the recording.
    enum Failure: Hashable {
        case invariant(String)
        case predicate(String)
        case impure
        case crash(signal: Int32, event: String)
        /// `react(to:)` does not return.
        case hang(event: String)
    }

    /// The recording, which ends with the finding.
    let draft: RecordingDraft
    let finding: Failure
    /// The number of entries before the minimization.
    let entriesBefore: Int
    /// The module of the app, and the expression of its catalog. The invariants are in the same type.
    let module: String
    let catalog: String

    /// Whether the test can contain the recording as a short list of events. Otherwise it is in a separate file, because a
    /// compiler takes minutes for thousands of literals.
    var holdsEvents: Bool {
        let isList = draft.header.pending.isEmpty && draft.entries.allSatisfy { $0.isListed }
        return isList && draft.bytes().count <= Self.mostBytes
    }

    private static let mostBytes = 1 << 14

    /// Returns the source of the file.
    ///
    /// - Parameter name: The name of the suite, and of the files.
    func source(name: String) -> String {
        var needs = ""
        var imports = ["import Foundation", "import Reactor", "import ReactorRecording"]
        if case .predicate = finding {
            imports.append("import ReactorTools")
            needs = "\n// The test target needs the product ReactorTools, which reads the predicate."
        }
        imports += ["import Testing", "", "@testable import \(module)"]
        return """
            // \(entriesBefore) entries became \(draft.entries.count); the last of them ends in what the test expects not to \
            happen.\(needs)
            \(imports.joined(separator: "\n"))

            @Suite("\(name)")
            struct \(name) {
            \(body(name).indented())
            }

            """
    }

    private func body(_ name: String) -> String {
        switch finding {
        case .invariant(let invariant):
            """
            @Test(\(invariant.literal))
            func holds() throws {
                let invariant = try #require(\(owner).invariants.first { $0.name == \(invariant.literal) })
                var replay = try Replay(of: \(name).recording(), catalog: \(catalog))
                #expect(invariant.holds(replay.state), \("broken after \(last)".literal))
            }

            \(recording(name))
            """
        case .predicate(let predicate):
            """
            @Test(\("never \(predicate)".literal))
            func never() throws {
                let predicate = try #require(StatePredicate(\(predicate.literal)))
                var replay = try Replay(of: \(name).recording(), catalog: \(catalog))
                #expect(try !predicate.holds(in: replay.json()), \("so after \(last)".literal))
            }

            \(recording(name))
            """
        case .impure:
            """
            @Test("Two replays come to the same state")
            func pure() throws {
                // What depends on chance does not differ each time.
                for _ in 1...20 {
                    let verification = try Verification(of: \(name).recording(), every: 1, catalog: \(catalog))
                    try #require(verification.finding == nil, \("differs after \(last)".literal))
                }
            }

            \(recording(name))
            """
        case .crash(let signal, let event):
            """
            @Test(\("\(event) is applied and the program goes on".literal))
            func goesOn() async {
                // It died of signal \(signal).
                await #expect(processExitsWith: .success) {
                    try await MainActor.run { _ = try Replay(of: \(name).recording(), catalog: \(catalog)) }
                }
            }

            \(recording(name))
            """
        case .hang(let event):
            """
            @Test(\("\(event) is applied and react(to:) returns".literal))
            func returns() async {
                // It did not. The process ends itself when it takes so many seconds.
                await #expect(processExitsWith: .success) {
                    alarm(10)
                    try await MainActor.run { _ = try Replay(of: \(name).recording(), catalog: \(catalog)) }
                }
            }

            \(recording(name))
            """
        }
    }

    private func recording(_ name: String) -> String {
        guard holdsEvents else {
            return """
                nonisolated static func recording() throws -> RecordingFile {
                    try RecordingFile(path: String(#filePath.dropLast(".swift".count)) + ".jsonl")
                }
                """
        }
        let events = draft.entries.compactMap { entry in
            entry.event.map { ($0, entry.place.map { "// Fired at \($0)\n" } ?? "") }
        }.map { event, place in
            let version = event.version == 1 ? "" : ", version: \(event.version)"
            return place + "RecordedEvent(\(event.name.literal)\(version), \(event.payload.literal)),"
        }
        let version = draft.header.schema.state == 1 ? "" : ", version: \(draft.header.schema.state)"
        return """
            nonisolated static func recording() -> RecordingDraft {
                RecordingDraft(
                    from: \(draft.header.base.literal)\(version),
                    [
            \(events.joined(separator: "\n").indented(3))
                    ])
            }
            """
    }

    /// The type of the catalog: `Diary` for `Diary.catalog`.
    private var owner: String {
        catalog.split(separator: ".").dropLast().joined(separator: ".")
    }

    private var last: String { "entry \(draft.entries.count), \(draft.entries.last?.eventText ?? "the beginning")" }
}

extension JournalEntry {
    fileprivate var isListed: Bool { step == .event() && group == nil && event != nil && event?.gap == nil }
}

extension [UInt8] {
    fileprivate var literal: String { String(decoding: self, as: UTF8.self).literal }
}

extension String {
    /// A Swift literal of the text, raw if the text needs escapes.
    fileprivate var literal: String {
        guard contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) else { return "\"\(self)\"" }
        if contains(where: \.isNewline) {
            return "\"" + JSON.string(self).compact.dropFirst().dropLast().replacing("\\/", with: "/") + "\""
        }
        var mark = "#"
        while contains("\"\(mark)") || contains("\\\(mark)") { mark += "#" }
        return "\(mark)\"\(self)\"\(mark)"
    }

    fileprivate func indented(_ depth: Int = 1) -> String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : String(repeating: "    ", count: depth) + $0 }.joined(separator: "\n")
    }
}
