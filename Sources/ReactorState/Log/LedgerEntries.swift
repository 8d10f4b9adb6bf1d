/// The owner of an open entry of the log. An entry without an owner is confirmed.
package enum LedgerOwner: Hashable, Codable, Sendable {
    /// The entry is predicted. It is confirmed when this prediction is committed.
    case prediction(PredictionID)
    /// The entry is empty, and reserves a position for the response to a read.
    case mark(MarkID)
}

/// An entry of the log: the events of one step, and the owner that can still roll them back.
package struct LedgerEntry: Sendable {
    package var owner: LedgerOwner?
    package var events: LedgerEvents
    /// The permanent number of the entry, which stays with it in every replay; nil only in journals of older versions.
    package var number: UInt64?
    /// The position in the order in which entries were added to this log; 0 if nothing was open then.
    var order: UInt64

    package init(owner: LedgerOwner? = nil, events: LedgerEvents, number: UInt64? = nil) {
        self.init(owner: owner, events: events, number: number, order: 0)
    }

    init(owner: LedgerOwner? = nil, events: LedgerEvents, number: UInt64?, order: UInt64) {
        self.owner = owner
        self.events = events
        self.number = number
        self.order = order
    }

    /// Whether the entry reserves the position of a read.
    var isMark: Bool { if case .mark = owner { true } else { false } }

    /// Applies the events in a replay.
    func apply(to state: inout some State, in fold: LogFold) { events.apply(to: &state, number, in: fold) }
}

/// The events of one entry. There is almost always one, which needs no array.
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

    /// The first reset in the entry. A reset cancels the commands of its type when it is applied, so it can be only at
    /// the end of the log, and never in a prediction that could be rolled back.
    package var reset: (any Event)? {
        switch self {
        case .none: nil
        case .one(let event): type(of: event)._resetTarget == nil ? nil : event
        case .group(let events): events.first { type(of: $0)._resetTarget != nil }
        }
    }

    /// Whether the entry contains a reset.
    var hasReset: Bool {
        switch self {
        case .none: false
        case .one(let event): type(of: event)._resetTarget != nil
        case .group(let events): events.contains { type(of: $0)._resetTarget != nil }
        }
    }

    /// Applies the events of the entry with a number in a replay.
    func apply(to state: inout some State, _ number: UInt64?, in fold: LogFold) {
        switch self {
        case .none: break
        case .one(let event): fold.apply(event, of: number, to: &state)
        case .group(let events):
            for (index, event) in events.enumerated() { fold.apply(event, at: index, of: number, to: &state) }
        }
    }

    /// The subject, if the events can be applied in either order with events about other subjects.
    var subject: String? { if case .one(let event) = self { event._subject } else { nil } }

}

/// The ordered entries of a log: a doubly linked list in one array.
///
/// Appending, inserting before an entry, and changing or removing an entry are O(1), and a position remains valid until
/// its entry is removed. So 10,000 predictions can be resolved in any order without moving the entries between them.
package struct LedgerEntries: Sendable {
    /// The index of an entry in the array. It is not the rank in the order.
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

    /// The number of nodes up to which an empty list retains the array: enough for normal use, while the memory of a
    /// burst is released.
    private static let kept = 64

    package init() {}

    package var count: Int { nodes.count - free.count }

    package subscript(position: Position) -> LedgerEntry {
        _read { yield nodes[position].entry }
        _modify { yield &nodes[position].entry }
    }

    package func position(after position: Position) -> Position? { nodes[position].next }

    /// The positions in order.
    var positions: [Position] {
        guard let first else { return [] }
        return Array(sequence(first: first) { nodes[$0].next })
    }

    /// Inserts an entry before another one, or appends it.
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
        // Moved out and not copied.
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
    /// Calls a closure with each entry, in order.
    package func forEach(_ body: (LedgerEntry) -> Void) {
        var position = first
        while let current = position {
            body(nodes[current].entry)
            position = nodes[current].next
        }
    }
}

/// The data of an unresolved prediction, apart from its entries.
package struct PendingPrediction: Sendable {
    package let id: PredictionID
    /// The types whose reset rolls the prediction back.
    package var owners: [ObjectIdentifier]
    /// The ids that the prediction concerns, for views that mark unconfirmed rows.
    package var entities: [LedgerEntity]
    /// The launch of the command that began the prediction, if any.
    package var launch: UInt64?
    /// The number of consecutive reactions that led to this command.
    package var cascadeDepth = 0
    /// The launches of commands that the steps of the prediction do not cancel when they end the condition of these
    /// commands: the command that began it and its ancestors, if they have a condition.
    package var spares: [UInt64] = []
    /// The positions of the entries, in order. Never empty.
    var positions: [LedgerEntries.Position] = []
    /// Whether the events changed the rows of ``ServerRows`` directly. If they are committed without a response, these
    /// changes have no version.
    package internal(set) var changesServerRows = false

    package init(_ id: PredictionID, owners: [ObjectIdentifier] = [], about entities: [LedgerEntity] = []) {
        self.id = id
        self.owners = owners
        self.entities = entities
    }
}

/// The id of a value that a prediction concerns, with its type erased. Equal ids of different types are different.
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
