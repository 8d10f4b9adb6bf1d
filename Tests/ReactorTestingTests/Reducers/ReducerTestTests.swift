import Reactor
import ReactorTesting
import Testing

@Suite("given, when, then")
struct ReducerTestTests {
    @Test("A reducer is tested in one line, by its state or its changes")
    func oneLine() throws {
        try ReducerTest(given: Scales()).when(WeightFailed(reason: "x")).then(state: Scales(message: "x"))
        try ReducerTest(given: Scales(), WeightLogged(id: 1)).when(WeightSaved(id: 1)).then {
            $0.entries[0].isSaved = true
        }
        try ReducerTest(given: Scales()).when(Unheard()).thenNothing()
    }

    @Test("A difference is reported with the line of the test")
    func failures() {
        let line = #line + 1  // the line of the macro
        #expect {
            try ReducerTest(given: Scales()).when(WeightFailed(reason: "x")).then(state: Scales(message: "y"))
        } throws: {
            "\($0)" == """
                ReactorTestingTests/ReducerTestTests.swift:\(line): The state differs from the expected state.
                  message: expected "y", found "x"
                """
        }
        #expect(throws: TestFailure.self) {
            try ReducerTest(given: Scales()).when(WeightFailed(reason: "x")).thenNothing()
        }
        #expect(throws: TestFailure.self) {
            try ReducerTest(given: Scales()).when(WeightFailed(reason: "x")).then { _ in }
        }
    }

    @Test("A second when() treats the earlier events as given")
    func chained() throws {
        try ReducerTest(given: Scales()).when(WeightLogged(id: 1)).when(WeightSaved(id: 1)).then {
            $0.entries[0].isSaved = true
        }
    }
}
