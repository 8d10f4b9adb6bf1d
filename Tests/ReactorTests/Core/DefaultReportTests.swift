import Testing

@testable import Reactor

/// The default reports of a core, each in a separate process: standard error belongs to the process.
@Suite("Default reports of a core")
struct DefaultReportTests {
    @Test("Misuse is printed to standard error, and normal operation is not")
    func prints() async throws {
        let result = try #require(
            await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                struct Halted: Middleware {
                    func intercept(event: any Event, state: Notes) -> (any Event)? { nil }
                }
                let refusing = Core(state: Notes(), middlewares: [Halted()])
                refusing.fire(event: Noted(1))
                await refusing.settled()
                let core = Core(state: Notes())
                core.predict(Reset<Notes>()).rollback()
                await core.settled()
                await core.close()
                core.fire(event: Noted(2))
                await core.settled()
            })
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("Reactor: ") }
        #expect(
            lines == [
                "Reactor: \(Runtime.Report.Subject.resetPredicted("Reset<Notes>"))",
                "Reactor: \(Refusal(type: "Noted", reason: .closed, cause: nil))",
            ])
    }
}
