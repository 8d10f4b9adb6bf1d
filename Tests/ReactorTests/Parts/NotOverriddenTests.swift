import Testing

@testable import Reactor

@Suite("A class of the library that lacks a function of its kind")
struct NotOverriddenTests {
    @Test("A call of the function ends the program")
    func endsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            class Unfinished: Wishes {}
            _ = Unfinished().isIdle
        }
    }
}
