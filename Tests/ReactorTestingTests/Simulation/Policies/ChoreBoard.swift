import Reactor

/// The reports of chores, and every rule about commands that was broken during the run.
struct ChoreBoard: State, Equatable {
    /// The running chores of each name, with the maximum number that may run concurrently.
    private var running: [String: Set<Int>] = [:]
    private var ended: Set<Int> = []
    /// The chores that have begun, in the order of their first attempt.
    private(set) var begun: [Int] = []
    private(set) var violations: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as ChoreBegan: begin(event)
        case let event as ChoreDone:
            if ended.contains(event.number) { violations.append("\(event.number) went on after its end") }
            end(event.number)
        case let event as CommandEnded:
            // Chores are fired in the order of their numbers, so these are launches too.
            ended.insert(Int(event.launch))
            end(Int(event.launch))
        default: break
        }
    }

    private mutating func begin(_ event: ChoreBegan) {
        if ended.contains(event.number) { violations.append("\(event.number) began after its end") }
        running[event.name, default: []].insert(event.number)
        if !begun.contains(event.number) { begun.append(event.number) }
        guard let limit = event.limit, let running = running[event.name], running.count > limit else { return }
        violations.append("\(running.sorted()) of \(event.name) run at once, \(limit) may")
    }

    private mutating func end(_ number: Int) {
        for name in running.keys { running[name]?.remove(number) }
    }
}

struct ChoreBegan: Event {
    let number: Int
    let name: String
    let limit: Int?
}

/// The last report of a chore that was not canceled.
struct ChoreDone: Event {
    let number: Int
}
