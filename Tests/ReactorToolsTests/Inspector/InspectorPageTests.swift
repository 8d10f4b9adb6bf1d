import Foundation
import ReactorTestSupport
import Testing

@testable import ReactorRecording
@testable import ReactorTools

@Suite("The inspector's page")
struct InspectorPageTests {
    private static func page(_ count: Int, redactor: Redactor? = nil) -> [UInt8] {
        let sample = SampleRecording(count: count)
        return page((sample.facts, sample.base, sample.steps), redactor: redactor)
    }

    private static func page(
        _ sample: (facts: RecordingFacts, base: JSON, steps: [InspectedStep]), redactor: Redactor? = nil
    ) -> [UInt8] {
        var inspection = Inspection(of: sample.facts, base: sample.base, redactor: redactor)
        for step in sample.steps { inspection.append(step) }
        return inspection.page()
    }

    @Test("Every state can be restored from the patches")
    func patches() throws {
        let page = PageReader(Self.page(2_100))
        var state = try page.json(id: "base")
        let rows = try page.rows()
        #expect(rows.count == 2_100)
        for (row, step) in zip(rows, SampleRecording(count: 2_100).steps) {
            if let patch = row[4], patch != 0 {
                state = try #require(JSONPatch(patch).applied(to: state), "at \(step.seq)")
            }
            #expect(try state == PageReader.asShown(step.state.json), "at \(step.seq)")
            #expect(row[0]?.int == Int(step.seq))
        }
    }

    @Test("Data that looks like markup is only text")
    func escaping() {
        let text = String(decoding: Self.page(400), as: UTF8.self)
        #expect(!text.contains("<img"))
        #expect(text.contains(#"\u003cimg"#))
        #expect(text.components(separatedBy: "</script>").count == text.components(separatedBy: "<script").count)
    }

    @Test("The app's own name cannot be markup either")
    func appName() {
        let facts = RecordingFacts(id: "1", app: "</title><script>alert(1)</script>")
        let text = String(decoding: Inspection(of: facts, base: [:]).page(), as: UTF8.self)
        #expect(text.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · recording</title>"))
        #expect(text.components(separatedBy: "alert(1)").count == 3)
        #expect(!text.contains("<script>alert"))
    }

    @Test("The policy allows the one script and the one style, and no request")
    func policy() throws {
        let text = String(decoding: Self.page(3), as: UTF8.self)
        #expect(text.contains("content=\"default-src 'none'; style-src 'sha256-"))
        #expect(!text.contains("unsafe"))
        for other in ["http://", "https://", "src=", "href=", "@import", "url(", "fetch(", "eval(", "innerHTML"] {
            let known = text.components(separatedBy: other).count - 1
            #expect(known == (other == "http://" ? 1 : 0), "\(other)")
        }
    }

    @Test("The hash in the policy is SHA-256 in base 64")
    func hash() {
        #expect(ContentHash.source("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
        #expect(ContentHash.source("abc") == "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='")
    }

    @Test("Without its data the page is under 130 kB")
    func size() {
        let empty = Inspection(of: RecordingFacts(id: "1", app: "a"), base: [:]).page()
        #expect(empty.count < 130_000, "\(empty.count)")
    }

    @Test("A number that a browser cannot represent preserves all digits")
    func numbers() throws {
        var inspection = Inspection(of: RecordingFacts(id: "1", app: "a"), base: ["big": 1])
        let big = try JSON(parsing: #"{"big":18446744073709551615,"fine":0.1,"far":1e400,"\u0000n":3}"#)
        inspection.append(InspectedStep(seq: 1, at: 0, name: "set", payload: big, state: .json(big)))
        let text = String(decoding: inspection.page(), as: UTF8.self)
        #expect(text.contains(#""big":{"\u0000n":"18446744073709551615"},"fine":0.1,"far":{"\u0000n":"1e+400"}"#))
        #expect(text.contains(#""\u0000\u0000n":3"#))
    }

    @Test("The page contains the names of command ends")
    func ends() throws {
        let header = try PageReader(Self.page(SampleRecording.failing)).json(id: "recording")
        #expect(header["names"]?.array?.map(\.string) == ["order.placed", "order.sent", "order.seen", "work.over"])
        #expect(header["ends"]?.array?.map(\.int) == [3])
    }

    /// The page that `Tests/Browser/inspector.py` opens.
    @Test("Pages for the browser test are written to its folder", .enabled(if: pages != nil))
    func forTheBrowser() throws {
        let folder = try #require(Self.pages)
        let count = ProcessInfo.processInfo.environment["REACTOR_INSPECTOR_COUNT"].flatMap { Int($0) } ?? 400
        let redactor = Redactor(state: [["owner", "token"]])
        try Data(Self.page(count, redactor: redactor)).write(
            to: URL(fileURLWithPath: folder).appendingPathComponent("\(count).html"))
        for (name, sample) in [("failing", SampleRecording.failing), ("typed", SampleRecording.typed)] {
            try Data(Self.page(sample)).write(
                to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).html"))
        }
        for (name, ending, event) in [
            ("killed", JournalEnding.unexpected, "order.sent"), ("running", .stillWritten, nil),
        ] as [(String, JournalEnding, String?)] {
            var cut = Inspection(of: SampleRecording.failing.facts, base: SampleRecording.failing.base)
            for step in SampleRecording.failing.steps.prefix(5) { cut.append(step) }
            let step = event.map { UnexpectedEnd.Step(seq: 6, event: $0) }
            cut.end(ending, step.map { UnexpectedEnd(file: "", seq: 5, inFlight: $0) })
            try Data(cut.page()).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).html"))
        }
    }

    private static let pages = ProcessInfo.processInfo.environment["REACTOR_INSPECTOR_PAGES"]
}
