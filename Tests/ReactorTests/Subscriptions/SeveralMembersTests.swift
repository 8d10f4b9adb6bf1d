import Reactor
import ReactorTestSupport
import Testing

@Suite("Subscriptions to several members")
struct SeveralMembersTests {
    @Test("Two to four properties are delivered together, once when any of them changed")
    func together() async {
        struct Form: State {
            var name = ""
            var age = 0
            var isDone = false
            var tags: [String] = []

            mutating func react(to event: any Event) {
                switch event {
                case let event as SearchTyped: name = event.text
                case let event as Noted: age = event.number
                case is DrawerShut: isDone = true
                default: break
                }
            }
        }
        let core = Core(state: Form())
        let delivered = Locked<[String]>([])
        let subscriptions = [
            core.subscribe(to: \.name, \.age) { name, age in delivered.withLock { $0.append("2 \(name) \(age)") } },
            core.subscribe(to: \.name, \.age, \.isDone) { name, age, isDone in
                delivered.withLock { $0.append("3 \(name) \(age) \(isDone)") }
            },
            core.subscribe(to: \.name, \.age, \.isDone, \.tags) { name, age, isDone, tags in
                delivered.withLock { $0.append("4 \(name) \(age) \(isDone) \(tags)") }
            },
        ]
        await core.settled()
        delivered.withLock { $0 = [] }
        core.fire(events: [SearchTyped(text: "a"), Noted(1)])
        await core.settled()
        #expect(delivered.copy.sorted() == ["2 a 1", "3 a 1 false", "4 a 1 false []"])
        delivered.withLock { $0 = [] }
        core.fire(event: DrawerShut())
        core.fire(event: DrawerOpened())
        await core.settled()
        #expect(delivered.copy.sorted() == ["3 a 1 true", "4 a 1 true []"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("The closure runs in its isolation, and not again once it was canceled there")
    @MainActor
    func isolation() async {
        let core = Core(state: Drawer())
        var delivered: [Int] = []
        let subscription = core.subscribe(to: \.number, \.search) { @MainActor number, _ in delivered.append(number) }
        await core.settled()
        core.fire(event: Noted(1))
        subscription.cancel()
        await core.settled()
        #expect(delivered == [0])
    }
}
