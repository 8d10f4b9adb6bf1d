import Foundation
package import Reactor
package import ReactorRecording

/// An app of the examples whose reducer can have one of several bugs.
package protocol PlantableState: State, Codable {
    static var name: String { get }
    static var ownCatalog: EventCatalog<Self> { get }
    static var ownInvariants: [Invariant<Self>] { get }
    static var bugs: [Bug<Self>] { get }
    /// A random session without a bug.
    static func session(seed: UInt64, count: Int) throws -> RecordingDraft
}

/// A bug: an error of a reducer.
package struct Bug<StateType: PlantableState>: Sendable {
    package enum Kind: Sendable {
        /// The program crashes if this is true for the state before an event.
        case crash(Death, @Sendable (StateType, any Event) -> Bool)
        /// The reducer runs this closure instead of its own code.
        case wrong(@Sendable (inout StateType, any Event) -> Void)
    }

    package let title: String
    package let kind: Kind

    static func crash(
        _ title: String, _ death: Death = .trap, when: @escaping @Sendable (StateType, any Event) -> Bool
    ) -> Bug { Bug(title: title, kind: .crash(death, when)) }

    static func wrong(_ title: String, _ react: @escaping @Sendable (inout StateType, any Event) -> Void) -> Bug {
        Bug(title: title, kind: .wrong(react))
    }

    package var isCrash: Bool { if case .crash = kind { true } else { false } }
}

/// The way in which a program crashes.
package enum Death: Sendable {
    case trap, outOfRange, overflow, missingValue, endlessRecursion
    /// It does not die at all.
    case hang

    func happen() {
        let values = [1, 2, 3]
        switch self {
        case .trap: fatalError("planted")
        case .outOfRange: print(values[values.count])
        case .overflow: print(Int.max + values.count)
        case .missingValue: print(nothing(values))
        case .endlessRecursion: print(deeper(values.count))
        case .hang: while true { pause() }
        }
    }

    // swift-format-ignore: NeverForceUnwrap
    private func nothing(_ values: [Int]) -> Int { values.first { $0 > 9 }! }

    private func deeper(_ depth: Int) -> Int { depth < 0 ? 0 : deeper(depth + 1) + depth }
}

/// The bug in this process.
package enum Planting {
    /// The number of the bug, 1 for the first; 0 for none. Negative if a bug that ends the program hangs instead.
    nonisolated(unsafe) package static var number = 0
    /// The number of a second bug that ends the program; 0 for none.
    nonisolated(unsafe) package static var also = 0
    /// Set if the reducer prints more than the buffer of a pipe can store, like a reducer with debug output.
    nonisolated(unsafe) package static var prints = false
    /// Set if a crash is recorded and the program continues, for the oracle.
    nonisolated(unsafe) package static var notesCrashes = false
    /// Whether the program would have died.
    nonisolated(unsafe) package static var hasCrashed = false
}

/// The state of an app with a bug in its reducer. It is recorded as the app's own.
package struct Planted<Inner: PlantableState>: State, Codable {
    package var inner: Inner

    package init(from decoder: any Decoder) throws { inner = try Inner(from: decoder) }

    package func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }

    package mutating func react(to event: any Event) {
        if Planting.prints { print(String(repeating: "looking at \(type(of: event))\n", count: 400)) }
        if Planting.also > 0, case .crash(let death, let happens) = Inner.bugs[Planting.also - 1].kind,
            happens(inner, event)
        {
            death.happen()
        }
        guard Planting.number != 0 else { return inner.react(to: event) }
        switch Inner.bugs[abs(Planting.number) - 1].kind {
        case .crash(let death, let happens):
            if happens(inner, event) {
                Planting.hasCrashed = true
                if !Planting.notesCrashes { (Planting.number < 0 ? .hang : death).happen() }
            }
            inner.react(to: event)
        case .wrong(let react): react(&inner, event)
        }
    }

    package static var catalog: EventCatalog<Planted> { Inner.ownCatalog.wrapping(in: Planted.self) }

    /// The same, with a bug of this number from now on.
    package static func catalog(_ bug: Int) -> EventCatalog<Planted> {
        Planting.number = bug
        return catalog
    }

    package static var invariants: [Invariant<Planted>] {
        Inner.ownInvariants.map { invariant in Invariant(invariant.name) { invariant.holds($0.inner) } }
    }
}

extension PlantableState {
    /// Changes the state as its JSON has it.
    mutating func edit(_ body: (inout JSON) -> Void) {
        guard var json = try? Self.ownCatalog.encode(state: self) else { return }
        body(&json)
        if let state = try? Self.ownCatalog.decode(state: json.bytes(), version: Self.ownCatalog.version) {
            self = state
        }
    }

    static func header(_ state: Self, id: String) throws -> JournalHeader {
        JournalHeader(
            id: id, app: name, at: Timestamp(millisecondsSince1970: 1_700_000_000_000), schema: ownCatalog.schema,
            base: try ownCatalog.encode(state: state).bytes(.canonical))
    }
}

/// Puts a session together.
package struct SessionMaker<StateType: PlantableState> {
    private let header: JournalHeader
    private var entries: [JournalEntry] = []
    private var predictions: UInt64 = 0

    init(from state: StateType, id: String) throws { header = try StateType.header(state, id: id) }

    mutating func add(_ event: any Event) throws { try add(.event(), [event]) }

    /// Several events as one group.
    mutating func add(group: [any Event]) throws {
        let first = entries.count
        for event in group { try add(event) }
        for index in first..<entries.count {
            entries[index].group = GroupPlace(index: index - first + 1, count: group.count)
        }
    }

    mutating func begin(_ event: any Event) throws -> PredictionID {
        predictions += 1
        try add(.begin(PredictionID(predictions)), [event])
        return PredictionID(predictions)
    }

    mutating func add(_ step: JournalStep, _ events: [any Event]) throws {
        let at = Timestamp(millisecondsSince1970: 1_700_000_000_000 + Int64(entries.count) * 1_000)
        for event in events {
            entries.append(
                JournalEntry(
                    seq: UInt64(entries.count + 1), at: at, step: step,
                    event: try StateType.ownCatalog.encode(event)))
        }
        if events.isEmpty { entries.append(JournalEntry(seq: UInt64(entries.count + 1), at: at, step: step)) }
    }

    var draft: RecordingDraft { RecordingDraft(header: header, entries: entries) }
}
