import Testing

@testable import ReactorTesting

@Suite("The errors of a simulation")
struct SimulationErrorTests {
    @Test(
        "A script is parsed from its own text",
        arguments: ["17", "17 steps=2,4 faults=a.b#1,c.d#2 order=3 turns=9", "0 steps= turns="])
    func scripts(text: String) {
        #expect(SimulationScript(text)?.description == text)
    }

    @Test(
        "A text that is not a script is refused",
        arguments: ["", "x", "-1", "17 steps", "17 steps=x", "17 steps=1,x", "17 other=1", "17 order=x"])
    func noScripts(text: String) {
        #expect(SimulationScript(text) == nil)
    }
}
