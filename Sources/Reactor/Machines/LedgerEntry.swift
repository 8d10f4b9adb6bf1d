/// Who holds an entry of the log open. An entry without an owner is certain.
package enum LedgerOwner: Hashable, Codable, Sendable {
    /// The entry is predicted, and certain only once this prediction is committed.
    case prediction(PredictionID)
    /// The entry is empty and keeps a place for what this read will answer.
    case mark(MarkID)
}

/// One place in the log: what was applied there as one, and who may still take it back.
package struct LedgerEntry: Sendable {
    package var owner: LedgerOwner?
    package var events: LedgerEvents

    package init(owner: LedgerOwner? = nil, events: LedgerEvents) {
        self.owner = owner
        self.events = events
    }
}

/// The events of one entry. Almost always there is one, and then there is no array.
package enum LedgerEvents: Sendable {
    case none
    case one(any Event)
    case group([any Event])

    package init(_ events: [any Event]) {
        switch events.count {
        case 0: self = .none
        case 1: self = .one(events[0])
        default: self = .group(events)
        }
    }

    package var all: [any Event] {
        switch self {
        case .none: []
        case .one(let event): [event]
        case .group(let events): events
        }
    }

    package var isEmpty: Bool {
        if case .none = self { true } else { false }
    }

    /// The first reset among them. A reset cancels what runs in its scope when its turn comes, so it can stand only at
    /// the end of the log, and never where it could be taken back.
    package var reset: (any Event)? {
        switch self {
        case .none: nil
        case .one(let event): type(of: event)._resetTarget == nil ? nil : event
        case .group(let events): events.first { type(of: $0)._resetTarget != nil }
        }
    }

    package func apply(to state: inout some State) {
        switch self {
        case .none: break
        case .one(let event): state.react(to: event)
        case .group(let events): for event in events { state.react(to: event) }
        }
    }
}
