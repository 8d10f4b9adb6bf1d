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
    /// Names it for good; nil for one that was appended while nothing was open, so that nothing below it can come or go.
    package var number: UInt64?

    package init(owner: LedgerOwner? = nil, events: LedgerEvents, number: UInt64? = nil) {
        self.owner = owner
        self.events = events
        self.number = number
    }

    /// Applies its events in a fold, which is told the place of each.
    func apply(to state: inout some State, in fold: LogFold) {
        switch events {
        case .none: break
        case .one(let event):
            fold.reach(number, 0)
            state.react(to: event)
        case .group(let events):
            for (index, event) in events.enumerated() {
                fold.reach(number, index)
                state.react(to: event)
            }
        }
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

    func apply(to state: inout some State) {
        switch self {
        case .none: break
        case .one(let event): state.react(to: event)
        case .group(let events): for event in events { state.react(to: event) }
        }
    }
}
