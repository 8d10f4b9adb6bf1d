import Reactor
import ReactorTesting
import Testing

@Suite("The published patterns, unchanged", .serialized)
struct PublishedPatternsTests {
    init() {
        WeightApp.WeightLossNetworkAPIAccess.server.withLock { $0 = WeightApp.WeightLossNetworkAPIAccess.Server() }
        WeightApp.Logger.warnings.withLock { $0 = [] }
    }

    private func answer() async {
        let answers = WeightApp.WeightLossNetworkAPIAccess.server.withLock { server in
            defer { server.answers = [] }
            return server.answers
        }
        await onThreads(1) { _ in for answer in answers { answer() } }
    }

    @Test("A logged weight shows immediately, and is the server's version after the response")
    func logWeight() async {
        let core = Core(state: WeightApp.State(), runtime: .testing())
        core.fire(event: WeightApp.SignedIn(user: WeightApp.User(id: 1)))
        #expect(await core.fire(command: WeightApp.LogWeight(weight: 80.4)).end == "finished")
        await core.idle()
        #expect(await core.state.weights == [80.4])
        await answer()
        await core.idle()
        #expect(await core.state.weights == [80])
    }

    @Test("Without a user, it warns and does nothing")
    func withoutUser() async {
        let core = Core(state: WeightApp.State(), runtime: .testing())
        _ = await core.fire(command: WeightApp.LogWeight(weight: 80.4)).outcome
        await core.idle()
        #expect(WeightApp.Logger.warnings.copy == ["Tried logging weight without user"])
        #expect(await core.state.weights == [])
    }

    @Test("A response that arrives after the scope was reset is refused")
    func lateAnswer() async {
        let reports = Reports()
        let core = Core(state: WeightApp.State(), runtime: .testing(reports))
        core.fire(event: WeightApp.SignedIn(user: WeightApp.User(id: 1)))
        _ = await core.fire(command: WeightApp.LogWeight(weight: 80.4), options: CommandOptions(owner: Screen.self))
            .outcome
        // The command that it has launched may start later, on systems before macOS 26 and iOS 26.
        await core.idle()
        core.fire(event: Reset<Screen>())
        await core.idle()
        await answer()
        await core.idle()
        #expect(await core.state.weights == [80.4])
        #expect(reports.refusals.map(\.type) == ["GetWeightRecords"])
    }

    @Test("The state of a screen is reset by the library's Reset, which cancels the commands that it owns")
    func resetOfTheLibrary() async {
        let core = Core(state: MyViewController.State(), runtime: .testing())
        let gate = TestGate<Void>()
        let options = CommandOptions(owner: MyViewController.State.self)
        let handle = core.perform(options: options) { _ in try? await gate.wait() }
        core.fire(event: TextTyped(text: "a"))
        core.fire(event: Reset<MyViewController.State>())
        #expect(await core.state.text == "")
        #expect(await handle.end == "cancelled")
        gate.open()
    }

    @Test("The state of a screen is reset by an app's own Reset, which cancels nothing")
    func resetOfTheApp() async {
        let core = Core(state: AppWithItsOwnReset.MyViewController.State(), runtime: .testing())
        let gate = TestGate<Void>()
        let options = CommandOptions(owner: AppWithItsOwnReset.MyViewController.State.self)
        let handle = core.perform(options: options) { _ in try? await gate.wait() }
        core.fire(event: TextTyped(text: "a"))
        #expect(await core.state.text == "a")
        core.fire(event: AppWithItsOwnReset.Reset<AppWithItsOwnReset.MyViewController.State>())
        #expect(await core.state.text == "")
        gate.open()
        #expect(await handle.end == "finished")
    }
}
