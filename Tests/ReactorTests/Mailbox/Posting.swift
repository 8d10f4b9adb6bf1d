@testable import Reactor

extension Mailbox {
    /// Puts a plain event at the end, as `fire` does.
    func post(_ event: any Event) { post(WaitingEvent(event, at: .test)) }
}

extension CallSite {
    static var test: CallSite { CallSite(#fileID, #line) }
}

extension EventBuffer {
    mutating func append(_ event: any Event) { append(WaitingEvent(event, at: .test)) }
}

extension Batch {
    /// Takes all items, as the core does, and makes the batch ready again.
    mutating func takeAll() -> [PostedItem] {
        var items: [PostedItem] = []
        while !isEmpty {
            let plain = plainCount
            items += takeNumbers(plain).map { .event($0) }
            if plain == 0 { items.append(takeNoted()) }
        }
        reset()
        return items
    }

    private mutating func takeNoted() -> PostedItem {
        switch removeFirstNote() {
        case .events(let count, let isGroup, let cause):
            let numbers = (0..<count).map { _ in Numbered.number(of: events.removeFirst().event) }
            return .group(numbers, isGroup: isGroup, cause: cause?.commandName)
        case .operation(.cancel(.id(let id)), let cause): return .operation(id.name, cause: cause?.commandName)
        case nil: return .operation("nothing", cause: nil)
        case .operation(_, let cause): return .operation("another", cause: cause?.commandName)
        }
    }

    private mutating func takeNumbers(_ count: Int) -> [Int] {
        var numbers: [Int] = []
        while numbers.count < count {
            numbers += Numbered.numbers(of: events.removeFirst(atMost: count - numbers.count))
        }
        return numbers
    }
}

/// One thing posted, as the core has to find it.
enum PostedItem: Equatable {
    case event(Int)
    case group([Int], isGroup: Bool, cause: String?)
    case operation(String, cause: String?)
}

/// An event with its place.
struct Numbered: Event {
    let number: Int

    static func number(of event: any Event) -> Int { (event as? Numbered)?.number ?? -1 }

    static func numbers(of run: borrowing EventRun) -> [Int] { run.indices.map { number(of: run[$0].event) } }
}
