import Testing

@testable import ReactorTesting

@Suite("What a simulation says")
struct SimulationErrorTests {
    @Test(
        "What is no script is none",
        arguments: ["", "x", "-1", "17 steps", "17 steps=x", "17 steps=1,x", "17 other=1", "17 order=x"])
    func noScripts(text: String) {
        #expect(SimulationScript(text) == nil)
    }
}
