/// The owner that holds an entry of the log open. An entry without an owner is certain.
package enum LedgerOwner: Hashable, Codable, Sendable {
    /// The entry is predicted, and certain only once this prediction is committed.
    case prediction(PredictionID)
    /// The entry is empty and keeps a position for the response to this read.
    case mark(MarkID)
}

/// One position in the log: the events that were applied there as one, and the owner that may still roll them back.
package struct LedgerEntry: Sendable {
    package var owner: LedgerOwner?
    package var events: LedgerEvents
    /// The permanent number of the entry; nil for an entry that was appended while nothing was open, so that no
    /// entry below it can be added or removed.
    package var number: UInt64?

    package init(owner: LedgerOwner? = nil, events: LedgerEvents, number: UInt64? = nil) {
        self.owner = owner
        self.events = events
        self.number = number
    }

    /// Whether it keeps the position of a read.
    var isMark: Bool { if case .mark = owner { true } else { false } }

    /// Applies its events in a fold, which is given the position of each.
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

    /// The events, in order.
    package var all: [any Event] {
        switch self {
        case .none: []
        case .one(let event): [event]
        case .group(let events): events
        }
    }

    package var count: Int {
        switch self {
        case .none: 0
        case .one: 1
        case .group(let events): events.count
        }
    }

    package var isEmpty: Bool {
        if case .none = self { true } else { false }
    }

    /// The first reset among them. A reset cancels the commands of its type when it is applied, so it can be only
    /// at the end of the log, and never in a prediction that could be rolled back.
    package var reset: (any Event)? {
        switch self {
        case .none: nil
        case .one(let event): type(of: event)._resetTarget == nil ? nil : event
        case .group(let events): events.first { type(of: $0)._resetTarget != nil }
        }
    }

    /// Whether there is a reset among them.
    var hasReset: Bool {
        switch self {
        case .none: false
        case .one(let event): type(of: event)._resetTarget != nil
        case .group(let events): events.contains { type(of: $0)._resetTarget != nil }
        }
    }

    /// Their subject, when events about other subjects may be applied in either order with them.
    var subject: String? { if case .one(let event) = self { event._subject } else { nil } }

    func apply(to state: inout some State) {
        switch self {
        case .none: break
        case .one(let event): state.react(to: event)
        case .group(let events): for event in events { state.react(to: event) }
        }
    }
}

/// The entries of a log in their order: a doubly linked list in one array.
///
/// Appending, inserting before an entry, changing and removing one are O(1), and a position stays valid until its entry is
/// removed. So 10,000 predictions can be resolved in any order without moving what lies between them.
package struct LedgerEntries: Sendable {
    /// Where an entry is kept. Not its rank in the order.
    package typealias Position = Int

    private struct Node {
        var entry: LedgerEntry
        var previous: Position?
        var next: Position?
    }

    private var nodes: [Node] = []
    private var free: [Position] = []
    package private(set) var first: Position?
    package private(set) var last: Position?

    /// Up to so many nodes the array is kept when the list becomes empty: enough for everyday use, and a burst gives its
    /// memory back.
    private static let kept = 64

    package init() {}

    package var count: Int { nodes.count - free.count }

    package subscript(position: Position) -> LedgerEntry {
        _read { yield nodes[position].entry }
        _modify { yield &nodes[position].entry }
    }

    package func position(after position: Position) -> Position? { nodes[position].next }

    /// Every position, in order.
    var positions: [Position] {
        guard let first else { return [] }
        return Array(sequence(first: first) { nodes[$0].next })
    }

    /// Puts an entry before another, or at the end.
    @discardableResult
    package mutating func insert(_ entry: consuming LedgerEntry, before next: Position? = nil) -> Position {
        let previous = if let next { nodes[next].previous } else { last }
        let position = store(Node(entry: entry, previous: previous, next: next))
        if let previous { nodes[previous].next = position } else { first = position }
        if let next { nodes[next].previous = position } else { last = position }
        return position
    }

    @discardableResult
    package mutating func remove(_ position: Position) -> LedgerEntry {
        // Taken out and not copied.
        var node = Node(entry: LedgerEntry(events: .none))
        swap(&nodes[position], &node)
        if let previous = node.previous { nodes[previous].next = node.next } else { first = node.next }
        if let next = node.next { nodes[next].previous = node.previous } else { last = node.previous }
        free.append(position)
        if first == nil { removeAll() }
        return node.entry
    }

    package mutating func removeAll() {
        let keeps = nodes.count <= Self.kept
        nodes.removeAll(keepingCapacity: keeps)
        free.removeAll(keepingCapacity: keeps)
        first = nil
        last = nil
    }

    private mutating func store(_ node: consuming Node) -> Position {
        guard let position = free.popLast() else {
            nodes.append(node)
            return nodes.count - 1
        }
        nodes[position] = node
        return position
    }
}

extension LedgerEntries {
    /// Every entry, in order.
    package func forEach(_ body: (LedgerEntry) -> Void) {
        var position = first
        while let current = position {
            body(nodes[current].entry)
            position = nodes[current].next
        }
    }
}

/// A prediction that is not resolved yet, and its data apart from its entries.
package struct PendingPrediction: Sendable {
    package let id: PredictionID
    /// A reset of any of these types rolls it back.
    package var owners: [ObjectIdentifier]
    /// The entities that it changes, for a view that marks the rows which are not certain yet.
    package var entities: [LedgerEntity]
    /// The launch of the command that began it, if any.
    package var launch: UInt64?
    /// How many reactions in a row that brought that command about.
    package var cascadeDepth = 0
    /// The launches of the commands that its steps do not cancel when they end the condition of these: that command and its
    /// ancestors, as far as they have a condition.
    package var spares: [UInt64] = []
    /// Where its entries are, in their order. Never empty.
    var positions: [LedgerEntries.Position] = []
    /// Whether its events changed the rows of ``ServerRows`` directly: committed as they are, they would leave
    /// changes in the rows without a version.
    package internal(set) var changesServerRows = false

    package init(_ id: PredictionID, owners: [ObjectIdentifier] = [], about entities: [LedgerEntity] = []) {
        self.id = id
        self.owners = owners
        self.entities = entities
    }
}

/// The id of something that a prediction changes, whatever its type. Equal ids of different types are different.
package struct LedgerEntity: Hashable, Sendable {
    private let id: any Hashable & Sendable

    package init(_ id: some Hashable & Sendable) { self.id = id }

    package static func == (left: Self, right: Self) -> Bool {
        func equals<ID: Hashable>(_ id: ID) -> Bool { type(of: right.id) == ID.self && id == right.id as? ID }
        return equals(left.id)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: id)))
        id.hash(into: &hasher)
    }
}
