import Reactor
import ReactorRecording

/// A state of a thousand accounts, with content that is hard to replay: fractions, a set, a dictionary with any keys, a
/// history.
struct Bank: State, Codable, Equatable {
    struct Branch: Codable, Hashable, Sendable { var number: Int }

    var balances = [Double](repeating: 0, count: 1_000)
    var frozen: Set<Int> = []
    var turnover: [Branch: Double] = [:]
    var note = Undoable(Memo())
    var transfers = 0

    mutating func react(to event: any Event) {
        if let event = event.as(Transferred.self) {
            balances[event.from] -= event.amount
            balances[event.to] += event.amount * 0.999
            turnover[Branch(number: event.from % 40), default: 0] += event.amount
            transfers += 1
        } else if let event = event.as(AccountFrozen.self) {
            if event.isFrozen { frozen.insert(event.account) } else { frozen.remove(event.account) }
        } else {
            note.react(to: event)
        }
    }
}

struct Memo: State, Codable, UndoableDocument {
    static var undoLimit: Int { 10 }
    var text = ""

    mutating func react(to event: any Event) {
        if let event = event.as(MemoTyped.self) { text = event.text }
    }
}

struct Transferred: Event, Codable {
    var from: Int
    var to: Int
    var amount: Double
}

struct AccountFrozen: Event, Codable {
    var account: Int
    var isFrozen: Bool
}

struct MemoTyped: Event, Codable { var text: String }

extension Bank {
    static let catalog = EventCatalog<Bank>(events: [
        .event(Transferred.self, as: "transferred"),
        .event(AccountFrozen.self, as: "account.frozen"),
        .event(MemoTyped.self, as: "memo.typed"),
        .undo(Memo.self, as: "memo.undone"),
    ])
}
