import Reactor

struct Greeted: Event { var name: String }

struct Greetings: State {
    var count = 0
    var latest = "nobody"

    mutating func react(to event: any Event) {
        guard let event = event as? Greeted else { return }
        count += 1
        latest = event.name
    }
}

@main
struct Hello {
    static func main() async {
        let core = Core(state: Greetings())
        let subscription = core.subscribe(to: \.latest) { print("Hello, \($0)!") }
        core.fire(event: Greeted(name: "world"))
        await core.settled()
        withExtendedLifetime(subscription) {}
    }
}
