import Reactor
import ReactorTesting
import XCTest

/// The test core does not depend on a test framework: the same calls in XCTest.
final class XCTestTests: XCTestCase {
    func testEventsAndCommands() async throws {
        let core = TestCore(state: Scales())
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.fire(command: SaveNow(id: 1))
        try await core.receive(WeightSaved.self) { $0.entries[0].isSaved = true }
        try await core.finish()
    }

    func testFailureNamesTheLineAndTheDifference() async {
        let core = TestCore(state: Scales())
        let line = #line + 2
        do {
            try await core.fire(event: WeightLogged(id: 1)) { $0.message = "x" }
            XCTFail("no failure")
        } catch {
            XCTAssertTrue("\(error)".hasPrefix("ReactorTestingTests/XCTestTests.swift:\(line): "), "\(error)")
            XCTAssertTrue("\(error)".contains("message: expected \"x\", found nil"), "\(error)")
        }
    }

    @MainActor
    func testOnTheMainActor() async throws {
        let core = TestCore(state: Scales())
        try await core.perform { core in core.fire(event: WeightSaved(id: await MainActor.run { 1 })) }
        try await core.receive(WeightSaved(id: 1))
        try await core.finish()
    }

    func testReducer() throws {
        try given(Scales(), WeightLogged(id: 1)).when(WeightSaved(id: 1)).then { $0.entries[0].isSaved = true }
    }
}
