import Testing

@testable import ReactorRecording
@testable import ReactorTools

@Suite("The export for Redux DevTools")
struct ReduxDevToolsExportTests {
    private static func export(_ count: Int, window: Int) -> JSON {
        var export = ReduxDevToolsExport(
            of: RecordingFacts(id: "1", app: "a", start: 1_000), base: ["n": 0], window: window)
        for seq in 1...count {
            export.append(
                InspectedStep(
                    seq: UInt64(seq), at: 1_000 + Int64(seq), name: "counted", operation: seq == 2 ? .begin : nil,
                    transaction: seq == 2 ? 7 : nil, payload: ["by": 1], state: ["n": .number(JSON.Number(seq))]))
        }
        return export.liftedState
    }

    @Test("It is the bare lifted state that the importer takes, to the byte")
    func form() throws {
        #expect(
            Self.export(2, window: 10).compact
                == #"""
                {"monitorState":null,"nextActionId":3,"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1000},"1":{"type":"PERFORM_ACTION","action":{"type":"counted","payload":{"by":1},"meta":{"seq":1,"version":1}},"timestamp":1001},"2":{"type":"PERFORM_ACTION","action":{"type":"counted","payload":{"by":1},"meta":{"seq":2,"version":1,"op":"begin","tx":7}},"timestamp":1002}},"stagedActionIds":[0,1,2],"skippedActionIds":[],"committedState":{"n":0},"currentStateIndex":2,"computedStates":[{"state":{"n":0}},{"state":{"n":1}},{"state":{"n":2}}],"isLocked":false,"isPaused":false}
                """#.trimmed)
    }

    @Test(
        "Of a long recording the last entries are exported, on top of the state before them",
        arguments: [9, 10, 11, 25])
    func window(count: Int) throws {
        let state = Self.export(count, window: 10)
        let kept = min(count, 10)
        #expect(state["nextActionId"]?.int == kept + 1)
        #expect(state["stagedActionIds"]?.array?.count == kept + 1)
        #expect(state["computedStates"]?.array?.count == kept + 1)
        #expect(state["actionsById"]?.object?.count == kept + 1)
        #expect(state["committedState"]?["n"]?.int == count - kept)
        #expect(state["computedStates"]?[0]?["state"] == state["committedState"])
        #expect(state["computedStates"]?[kept]?["state"]?["n"]?.int == count)
        #expect(state["actionsById"]?[String(kept)]?["action"]?["meta"]?["seq"]?.int == count)
        #expect(state["currentStateIndex"]?.int == kept)
        #expect(state["payload"] == nil)
    }

    @Test("A file is kept under its limit by leaving out the oldest entries, and says so", arguments: [3, 40])
    func size(count: Int) throws {
        var export = ReduxDevToolsExport(
            of: RecordingFacts(id: "1", app: "a"), base: ["rows": ""], window: 1_000, limit: 50_000)
        for seq in 1...count {
            let rows = JSON.string(String(repeating: "x", count: 4_000) + "\(seq)")
            export.append(InspectedStep(seq: UInt64(seq), at: 0, name: "grown", state: ["rows": rows]))
        }
        let isLong = count > 12
        let state = export.liftedState
        #expect(export.isShortened == isLong)
        #expect(export.count == (isLong ? 12 : count))
        #expect(export.bytes().count < 60_000)
        #expect(state["computedStates"]?.array?.count == export.count + 1)
        #expect(state["computedStates"]?[0]?["state"] == state["committedState"])
        #expect(state["actionsById"]?["1"]?["action"]?["meta"]?["seq"]?.int == count - export.count + 1)
        // One that is longer by itself is in it alone.
        var single = ReduxDevToolsExport(of: RecordingFacts(id: "1", app: "a"), base: 1, limit: 100)
        for seq in 1...5 {
            let text = JSON.string(String(repeating: "y", count: 400))
            single.append(InspectedStep(seq: UInt64(seq), at: 0, name: "grown", state: text))
        }
        #expect(single.count == 1 && single.isShortened)
    }

    @Test("The page holds the same lifted state, and a reducer that looks states up; nothing leaves it")
    func page() throws {
        var export = ReduxDevToolsExport(of: RecordingFacts(id: "1", app: "a"), base: ["text": "</script><img>"])
        let big = try JSON(parsing: #"{"text":"<b>","big":18446744073709551615}"#)
        export.append(InspectedStep(seq: 9, at: 5, name: "set", payload: big, state: big))
        let page = PageReader(export.page())
        #expect(try page.json(id: "lifted") == PageReader.asShown(export.liftedState))
        let text = String(decoding: export.page(), as: UTF8.self)
        #expect(text.contains("recorded.get(seq)") && text.contains("maxAge: count + 1"))
        #expect(!text.contains("<img>") && !text.contains("<b>"))
        for other in ["http://", "https://", "src=", "href=", "url(", "fetch(", "eval(", "innerHTML"] {
            #expect(!text.contains(other), "\(other)")
        }
    }

    @Test("A member that the importer would take for a reference of its own gets another name")
    func references() throws {
        let data: JSON = ["$jsan": "$.x", "$$jsan": 1, "x$jsan": 2, "in": [["$jsan": [1]]]]
        var export = ReduxDevToolsExport(of: RecordingFacts(id: "1", app: "a"), base: data)
        export.append(InspectedStep(seq: 1, at: 0, name: "set", payload: data, state: data))
        let escaped: JSON = ["$$jsan": "$.x", "$$$jsan": 1, "x$jsan": 2, "in": [["$$jsan": [1]]]]
        #expect(export.liftedState["computedStates"]?[1]?["state"] == escaped)
        #expect(export.liftedState["actionsById"]?["1"]?["action"]?["payload"] == escaped)
        // What its parser looks for before it resolves references.
        #expect(!String(decoding: export.bytes(), as: UTF8.self).contains(#""$jsan""#))
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: "\n").joined() }
}
