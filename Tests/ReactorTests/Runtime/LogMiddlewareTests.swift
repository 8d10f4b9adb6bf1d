import Reactor
import ReactorTestSupport
import Testing

@Suite("The log of events")
struct LogMiddlewareTests {
    private let lines = Locked<[String]>([])

    @Test("The log has a line for each applied event, in order, with its type and its content")
    func all() async {
        let core = Core(
            state: Notes(), middlewares: [LogMiddleware { [lines] line in lines.withLock { $0.append(line) } }])
        core.fire(event: Noted(1))
        core.fire(events: [Noted(2), Reset<Notes>()])
        await core.settled()
        #expect(lines.copy == ["Noted: Noted(number: 1)", "Noted: Noted(number: 2)", "Reset<Notes>: Reset<Notes>()"])
    }

    @Test("Logs only the types that it receives")
    func filtered() async {
        let log = LogMiddleware<Notes>(only: [Reset<Notes>.self]) { [lines] line in lines.withLock { $0.append(line) } }
        let core = Core(state: Notes(), middlewares: [log])
        core.fire(events: [Noted(1), Reset<Notes>(), Noted(2)])
        await core.settled()
        #expect(lines.copy == ["Reset<Notes>: Reset<Notes>()"])
    }

    @Test("The log has no line for an event that another middleware refused")
    func refused() async {
        let log = LogMiddleware<Notes> { [lines] line in lines.withLock { $0.append(line) } }
        let core = Core(
            state: Notes(), middlewares: [log, Bouncer { ($0 as? Noted)?.number == 1 }], runtime: .testing())
        core.fire(events: [Noted(1), Noted(2)])
        await core.settled()
        #expect(lines.copy == ["Noted: Noted(number: 2)"])
    }
}
