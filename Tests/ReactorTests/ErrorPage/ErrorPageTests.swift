import Foundation
import Testing

@Suite("The page of error sentences")
struct ErrorPageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Every module but the examples.
    private static func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
            .filter { $0.hasPrefix("Reactor") && $0 != "ReactorExamples" }.sorted()
    }

    @Test("Every sentence of the modules stands on Docs/ErrorSentences.md as it is said, and no other does")
    func asSaid() throws {
        let page = Self.root.appendingPathComponent("Docs/ErrorSentences.md")
        let text = try Self.page()
        if ProcessInfo.processInfo.environment["UPDATE_ERROR_PAGE"] == "1" {
            try text.write(to: page, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let said = text.split(separator: "\n")
        let cure: Comment = "Write the page anew: UPDATE_ERROR_PAGE=1 swift test --filter ErrorPageTests."
        #expect(said.filter { !written.contains($0) } == [], cure)
        #expect(written.filter { !said.contains($0) } == [], cure)
        #expect(said == written, cure)
    }

    @Test("The scanner joins literals, names what is filled in, and takes comments and keys for causes")
    func scanner() {
        let source = #"""
            enum Errors {
                /// `max: 0` was given.
                /// Leave it out.
                static let small = "Give \"max\" at least 1, "
                    + "or nil."

                static func late(_ damage: Damage, names: [String]) -> String {
                    let from = cause.map { ", from \($0)," } ?? ""
                    switch damage.fault {
                    case .one: return "\(damage.file)\(from) has a fault (\(names.joined(separator: ", "))). Mend it."
                    case .two: return "\(visible(text: name)) | is not a name."
                    }
                }

                static let key = "recovery.later"

                /// The disk refused a call.
                static func disk(_ obstacle: Obstacle?) -> String {
                    let cure =
                        switch obstacle {
                        case .room: "Make room on the disk first."
                        case nil: "See to the disk, then try again."
                        }
                    return "The disk refused a call. \(cure)"
                }

                static let userTexts = [
                    "disk.full": "There is no room left.",
                ]

                static func open() -> String {
                    """
                    Nothing is open here, \
                    so open it.
                    """
                }
            }
            """#
        #expect(
            ErrorSentences.all(inSource: source) == [
                .init(text: "Give \"max\" at least 1, or nil.", cause: "`max: 0` was given. Leave it out."),
                .init(text: "*file* *from* has a fault (*names*). Mend it.", cause: ""),
                .init(text: "*name* \\| is not a name.", cause: ""),
                .init(text: "Make room on the disk first.", cause: "The disk refused a call."),
                .init(text: "See to the disk, then try again.", cause: "The disk refused a call."),
                .init(text: "The disk refused a call. *cure*", cause: "The disk refused a call."),
                .init(text: "There is no room left.", cause: "The user reads it, under the key `disk.full`."),
                .init(text: "Nothing is open here, so open it.", cause: ""),
            ])
    }

    @Test(
        "A sentence about a case is said when the comment on the case says it, of the enum that the declaration names")
    func cases() {
        var causes = CaseComments()
        causes.add(
            """
            public enum DiskError: Error {
                /// Nothing fits on it
                /// any more.
                ///
                /// More about it.
                case full(Int)
                /// Somebody else writes.
                case locked
                case odd
            }
            enum Other {
                /// Something else.
                case locked
            }
            """)
        let source = #"""
            extension Errors {
                static func disk(_ error: DiskError) -> String {
                    switch error {
                    case .full(let bytes): "The disk has \(bytes) bytes left."
                    case .locked: "The disk is not to be written."
                    case .odd: "The disk is odd at times."
                    }
                }
                static func full(_ what: String) -> String { "The whole \(what) is full now." }
            }
            """#
        #expect(
            ErrorSentences.all(inSource: source, causes: causes).map(\.cause) == [
                "Nothing fits on it any more.", "Somebody else writes.", "", "Nothing fits on it any more.",
            ])
    }

    @Test("A sentence about a case of an enum inside an error is said when that error's comment says it")
    func nestedCases() {
        var causes = CaseComments()
        causes.add(
            """
            public struct DiskError: Error {
                public enum Kind {
                    /// It has to be tried again.
                    case late
                }
            }
            extension DiskError {
                package enum Problem {
                    /// The disk is asleep.
                    case late
                    /// It is another disk.
                    case other
                }
            }
            struct TapeError: Error {
                enum Problem {
                    /// The tape is being wound.
                    case late
                }
            }
            """)
        let source = #"""
            extension Errors {
                static func disk(_ error: DiskError) -> String {
                    switch error.problem {
                    case .other: "This is another disk than \(error.tape as? TapeError)."
                    case .late: "The disk does not answer yet."
                    }
                }
                static func tape(_ error: TapeError) -> String {
                    switch error.problem {
                    case .late: "The tape does not answer yet."
                    }
                }
            }
            """#
        #expect(
            ErrorSentences.all(inSource: source, causes: causes).map(\.cause) == [
                "It is another disk.", "The disk is asleep.", "The tape is being wound.",
            ])
    }

    private static func page() throws -> String {
        var text = """
            # Every sentence

            What the modules say to a programmer, read from their `Errors` files: a test compares. What is filled in stands in
            italics. [Errors](Errors.md) says where a sentence is said, which events are refused, and what the user reads.

            """
        for module in try modules() {
            let sentences = try ErrorSentences.all(in: root.appendingPathComponent("Sources/\(module)"))
            if sentences.isEmpty { continue }
            text += "\n## \(module)\n\n| sentence | when, and what else helps |\n|---|---|\n"
            for sentence in sentences { text += "| \(sentence.text) | \(sentence.cause) |\n" }
        }
        return text
    }
}
