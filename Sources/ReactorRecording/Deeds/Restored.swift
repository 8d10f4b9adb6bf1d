public import Reactor

/// What a deed changed is put back as it was before, or is brought again. Made by ``Past``.
///
/// A reducer puts it back with one line:
///
/// ```swift
/// struct Shelf: State, Codable {
///     var jars: [String] = []
///     mutating func react(to event: any Event) {
///         if let event = event as? Restored<Shelf> { event.restore(&self) }
///     }
/// }
/// ```
///
/// Where a server has to know, the program changes instead what ``restore(_:)`` would make different, and then fires this
/// as the mark that it was done: ``done(since:)``.
///
/// Every catalog lists it, as `state.restored`.
public struct Restored<StateType: State & Codable>: Event, Hashable {
    /// What it is for.
    public enum Reason: String, Hashable, Sendable {
        /// The last deed is undone.
        case undo
        /// What was undone last is done again.
        case redo
        /// One deed, whenever it was, is put back: a deed of its own.
        case restore
    }

    /// The number of the deed.
    public let number: UInt64
    /// What it is for.
    public let reason: Reason
    /// The last entry before what was done for it, nil where it is the event alone.
    let since: UInt64?
    /// One behind the other.
    let differences: [ThreeWayDifference]

    init(number: UInt64, reason: Reason, since: UInt64? = nil, differences: [ThreeWayDifference]) {
        self.number = number
        self.reason = reason
        self.since = since
        self.differences = differences
    }

    /// Puts it back. What others have changed since stays as they made it; so does a member with which the state would
    /// not decode.
    ///
    /// - Parameter state: what is changed.
    /// - Complexity: O(state), which is encoded and decoded.
    public func restore(_ state: inout StateType) {
        if let restored = restored(state) { state = restored }
    }

    /// The same as a mark: events and commands since an entry have put it back. Deeds among them are its doing.
    ///
    /// - Parameter seq: the last entry before them, ``Journal/lastSeq``.
    public func done(since seq: UInt64) -> Restored {
        Restored(number: number, reason: reason, since: seq, differences: [])
    }

    /// Whether putting it back would change a state.
    func changes(_ state: StateType) -> Bool {
        guard let restored = restored(state) else { return false }
        return (try? JSON(canonicallyEncoding: restored)) != (try? JSON(canonicallyEncoding: state))
    }

    /// Nil where that changes nothing, or nothing of it decodes.
    private func restored(_ state: StateType) -> StateType? {
        guard !differences.isEmpty, let before = try? JSON(canonicallyEncoding: state) else { return nil }
        func decoded(_ json: JSON) -> StateType? { try? JSON.decode(StateType.self, from: json.bytes()) }
        let after = differences.reduce(before) { $1.applied(to: $0) }
        if after == before { return nil }
        if let restored = decoded(after) { return restored }
        // Each member for itself, so that one that does not decode takes no other with it.
        var (now, restored) = (before, StateType?.none)
        for part in differences.flatMap(\.members) {
            let next = part.applied(to: now)
            guard next != now, let state = decoded(next) else { continue }
            (now, restored) = (next, state)
        }
        return restored
    }
}
