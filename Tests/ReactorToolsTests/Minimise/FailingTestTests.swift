import Reactor
import ReactorRecording
import Testing

@testable import ReactorTools

@Suite("Written tests")
struct FailingTestTests {
    @Test("A test contains the events as literals, and checks the broken invariant")
    func invariant() throws {
        let draft = RecordingDraft(
            from: #"{"items":[]}"#,
            [
                RecordedEvent("item.stocked", #"{"id":1}"#),
                RecordedEvent("item.bought", version: 2, ##"{"id":"a\"#b"}"##),
            ])
        let test = FailingTest(
            draft: draft, finding: .invariant("no item twice"), entriesBefore: 1_912, module: "Shop",
            catalog: "Store.catalog")
        #expect(
            test.source(name: "Bug12") == ###"""
                // 1912 entries became 2; the last of them ends in what the test expects not to happen.
                import Foundation
                import Reactor
                import ReactorRecording
                import Testing

                @testable import Shop

                @Suite("Bug12")
                struct Bug12 {
                    @Test("no item twice")
                    func holds() throws {
                        let invariant = try #require(Store.invariants.first { $0.name == "no item twice" })
                        var replay = try Replay(of: Bug12.recording(), catalog: Store.catalog)
                        #expect(invariant.holds(replay.state), "broken after entry 2, item.bought v2")
                    }

                    nonisolated static func recording() -> RecordingDraft {
                        RecordingDraft(
                            from: #"{"items":[]}"#,
                            [
                                RecordedEvent("item.stocked", #"{"id":1}"#),
                                RecordedEvent("item.bought", version: 2, ##"{"id":"a\"#b"}"##),
                            ])
                    }
                }

                """###)
    }

    @Test("A test of a predicate names the product that its target needs")
    func predicate() throws {
        let draft = RecordingDraft(from: #"{"items":[]}"#, [RecordedEvent("item.stocked", #"{"id":1}"#)])
        let test = FailingTest(
            draft: draft, finding: .predicate("/items count > 0"), entriesBefore: 1,
            module: "Shop", catalog: "Store.catalog")
        #expect(
            test.source(name: "Bug13").hasPrefix(
                """
                // 1 entries became 1; the last of them ends in what the test expects not to happen.
                // The test target needs the product ReactorTools, which reads the predicate.
                import Foundation
                import Reactor
                import ReactorRecording
                import ReactorTools
                import Testing

                """))
    }

    @Test("A recording with predictions is in a separate file next to the test")
    func beside() throws {
        let draft = try Shop.recording([(.begin(PredictionID(1)), Bought(id: 1))])
        let test = FailingTest(
            draft: draft, finding: .crash(signal: 4, event: "item.bought"), entriesBefore: 9, module: "Shop",
            catalog: "Store.catalog")
        #expect(!test.holdsEvents)
        let source = test.source(name: "Crash1")
        #expect(source.contains("try RecordingFile(path: String(#filePath.dropLast(\".swift\".count)) + \".jsonl\")"))
        #expect(source.contains("await #expect(processExitsWith: .success) {"))
        #expect(source.contains("// It died of signal 4."))
    }

    @Test("A long list of events is in a separate file next to the test")
    func longList() {
        func test(_ count: Int, base: String = "{}") -> FailingTest {
            let events = (0..<count).map { RecordedEvent("item.bought", #"{"id":\#($0)}"#) }
            return FailingTest(
                draft: RecordingDraft(from: base, events), finding: .impure, entriesBefore: 51_033, module: "Shop",
                catalog: "Store.catalog")
        }
        #expect(test(30).holdsEvents)
        for long in [test(3_000), test(1, base: #"{"note":"\#(String(repeating: "n", count: 40_000))"}"#)] {
            #expect(!long.holdsEvents)
            #expect(long.source(name: "Bug14").utf8.count < 2_000)
        }
    }
}
