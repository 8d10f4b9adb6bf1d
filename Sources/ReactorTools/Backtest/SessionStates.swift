import Reactor
import ReactorRecording

/// The states of one session with a build, entry by entry, for a comparison with another build.
///
/// `check -o` writes them as a line of JSON for each session, with the digests that differ from those after the previous entry.
struct SessionStates: Hashable {
    /// The changes of a state since the previous one.
    struct DigestChange: Hashable {
        /// The entry after which the state is visible.
        var seq: UInt64
        /// The new digests, or nil for a path that no longer exists.
        var digests: [String: UInt64?]
    }

    var path: String
    var session: String
    /// The changes. The first is the base state, with the number of the entry before it.
    var changes: [DigestChange] = []
    /// The reason why the build could not continue, or nil if it reached the end.
    var obstacle: String?
    /// The last entry that it read if it could not continue, or nil if it could not begin.
    var reached: UInt64?
}

extension SessionStates {
    var json: JSON {
        let changes = self.changes.map { change in
            let digests = change.digests.sorted { $0.key < $1.key }.map { way, digest in
                JSON.Object.Member(key: way, value: digest.map { .string(Self.text($0)) } ?? .null)
            }
            return JSON.array([.number(JSON.Number(change.seq)), .object(JSON.Object(distinct: digests))])
        }
        var json: JSON = [
            "path": .string(path), "session": .string(session), "states": .array(changes),
            "obstacle": obstacle.map(JSON.string) ?? .null,
        ]
        json["reached"] = reached.map { .number(JSON.Number($0)) }
        return json
    }

    init?(_ json: JSON) {
        guard let path = json["path"]?.string, let session = json["session"]?.string,
            let states = json["states"]?.array
        else { return nil }
        self.init(path: path, session: session)
        obstacle = json["obstacle"]?.string
        reached = json["reached"]?.number.flatMap { UInt64($0.text) }
        for state in states {
            guard let seq = state[0]?.number.flatMap({ UInt64($0.text) }), let members = state[1]?.object?.members
            else {
                return nil
            }
            let digests = members.map { ($0.key, $0.value.string.flatMap { UInt64($0, radix: 16) }) }
            changes.append(DigestChange(seq: seq, digests: Dictionary(digests) { $1 }))
        }
    }

    private static func text(_ digest: UInt64) -> String {
        let text = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}

/// A comparison of a replay with the states of another build, up to the first difference.
struct StateComparison {
    private var digests = StateDigests()
    private let recorded: [SessionStates.DigestChange]
    private var next = 0
    private var isFirst = true
    /// The last entry that the other build read, or nil if it read all.
    private let last: UInt64?
    /// Paths that only one of the two base states has, because the form of the state has changed.
    private var ignored: Set<String> = []

    /// Returns nil if the other build could not create the base state.
    init?(_ states: SessionStates) {
        guard !states.changes.isEmpty else { return nil }
        recorded = states.changes
        last = states.obstacle == nil ? nil : states.reached ?? 0
    }

    /// Whether the other build read this entry.
    func covers(_ seq: UInt64) -> Bool { last.map { seq <= $0 } ?? true }

    /// Returns the first path whose value differs from the other build's value after the same entry.
    mutating func difference(of state: EncodedValue, after seq: UInt64) -> String? {
        let now = digests.change(to: state)
        var then: [String: UInt64?] = [:]
        if next < recorded.count, recorded[next].seq == seq {
            then = recorded[next].digests
            next += 1
        }
        if isFirst { ignored = Set(now.keys).symmetricDifference(then.keys) }
        isFirst = false
        let ways = Set(now.keys).union(then.keys).filter { !ignored.contains($0) && now[$0] != then[$0] }
        return ways.min()
    }
}
