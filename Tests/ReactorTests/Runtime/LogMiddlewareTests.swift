import Reactor
import ReactorTestSupport
import Testing

@Suite("The log of events")
struct LogMiddlewareTests {
    @Test("The log has a line for each applied event of its types, in order, with its type and its content")
    func lines() async {
        let (all, resets) = (Locked<[String]>([]), Locked<[String]>([]))
        let core = Core(
            state: Notes(),
            middlewares: [
                LogMiddleware { line in all.withLock { $0.append(line) } },
                LogMiddleware(only: [Reset<Notes>.self]) { line in resets.withLock { $0.append(line) } },
                Bouncer { ($0 as? Noted)?.number == 3 },
            ], runtime: .testing())
        core.fire(event: Noted(1))
        core.fire(events: [Noted(2), Noted(3), Reset<Notes>()])
        await core.settled()
        #expect(all.copy == ["Noted: Noted(number: 1)", "Noted: Noted(number: 2)", "Reset<Notes>: Reset<Notes>()"])
        #expect(resets.copy == ["Reset<Notes>: Reset<Notes>()"])
    }
}
