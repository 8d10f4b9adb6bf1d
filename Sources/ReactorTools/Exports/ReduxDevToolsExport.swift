import ReactorRecording

/// A recording in the form that Redux DevTools imports: its lifted state, with every state computed.
///
/// Its importer reads the whole file with `JSON.parse` and keeps every state apart, so a long recording exports its
/// last entries: the state before them is the committed one, and the numbers of the actions begin anew. A file is kept
/// under 50 MB unless `limit:` says otherwise: a few dozen states of many rows are more than that. Numbers beyond 2⁵³
/// lose digits there, as in any JavaScript.
///
/// The extension computes each state anew with the reducer of the page that it stands on, whatever the file says. So
/// ``page()`` brings a reducer along, which looks the recorded state up by `action.meta.seq`.
package struct ReduxDevToolsExport: Sendable {
    private let facts: RecordingFacts
    private let window: Int
    private let redactor: Redactor?
    private var committed: JSON
    private var committedAt: Int64
    private var steps: [InspectedStep] = []
    private let limit: Int
    /// How many bytes each of the steps takes, and all of them.
    private var sizes: [Int] = []
    private var size = 0
    /// Whether entries of the window were left out, because the file would have been longer than the limit.
    package var isShortened: Bool { wasShortened || trimmed.wasShortened }
    private var wasShortened = false

    /// What a browser can still be asked to read.
    package static let standardLimit = 50 << 20

    /// An export of the last `window` entries of a recording that begins with the state `base`, of fewer where their
    /// states would make the file longer than `limit` bytes. The last entry is always in it.
    package init(
        of facts: RecordingFacts, base: JSON, window: Int = 1_000, limit: Int = Self.standardLimit,
        redactor: Redactor? = nil
    ) {
        self.facts = facts
        self.window = max(1, window)
        self.limit = limit
        self.redactor = redactor
        committed = redactor?.state(base) ?? base
        committedAt = facts.start
    }

    /// Takes the next entry, and releases what the window leaves.
    package mutating func append(_ step: InspectedStep) {
        let step = redactor?.step(step) ?? step
        let size = step.state.bytes().count + (step.payload?.bytes().count ?? 0)
        steps.append(step)
        sizes.append(size)
        self.size += size
        guard steps.count >= window * 2 || self.size > 2 * limit else { return }
        trim()
    }

    /// How many entries are in the file.
    package var count: Int { trimmed.steps.count }

    private var trimmed: ReduxDevToolsExport {
        var last = self
        last.trim()
        return last
    }

    private mutating func trim() {
        var excess = max(0, steps.count - window)
        var rest = sizes[excess...].reduce(0, +)
        while rest > limit, excess < steps.count - 1 {
            rest -= sizes[excess]
            excess += 1
            wasShortened = true
        }
        guard excess > 0 else { return }
        size = rest
        committed = steps[excess - 1].state
        committedAt = steps[excess - 1].at
        steps.removeFirst(excess)
        sizes.removeFirst(excess)
    }

    /// The file.
    package func bytes() -> [UInt8] { liftedState.bytes() }

    /// The lifted state as a value.
    package var liftedState: JSON { trimmed.lifted }

    private var lifted: JSON {
        var members = [action(0, ["type": "@@INIT"], at: committedAt)]
        members += steps.enumerated().map { action($0 + 1, Self.action(for: $1), at: $1.at) }
        let ids = (0...steps.count).map { JSON.number(JSON.Number($0)) }
        let states = ([committed] + steps.map(\.state)).map { ["state": Self.escaped($0)] as JSON }
        // Never a member "payload" here: the importer would take the file for an older form.
        return [
            "monitorState": .null, "nextActionId": .number(JSON.Number(steps.count + 1)),
            "actionsById": .object(JSON.Object(distinct: members)),
            "stagedActionIds": .array(ids), "skippedActionIds": [], "committedState": Self.escaped(committed),
            "currentStateIndex": .number(JSON.Number(steps.count)), "computedStates": .array(states),
            "isLocked": false, "isPaused": false,
        ]
    }

    private func action(_ id: Int, _ action: JSON, at time: Int64) -> JSON.Object.Member {
        JSON.Object.Member(
            key: String(id),
            value: ["type": "PERFORM_ACTION", "action": action, "timestamp": .number(JSON.Number(time))])
    }

    private static func action(for step: InspectedStep) -> JSON {
        var meta: JSON = ["seq": .number(JSON.Number(step.seq)), "version": .number(JSON.Number(step.version))]
        meta["op"] = step.operation.map { .string($0.rawValue) }
        meta["tx"] = step.transaction.map { .number(JSON.Number($0)) }
        meta["cause"] = step.cause.map { .string("\($0.command) \($0.launch)") }
        var action: JSON = ["type": .string(step.name)]
        action["payload"] = step.payload.map(escaped)
        action["meta"] = meta
        return action
    }

    /// The importer reads a member `$jsan` as a reference of its own, and puts something else in its place: such a
    /// member gets one `$` more, as does one that has more already.
    private static func escaped(_ json: JSON) -> JSON {
        switch json {
        case .object(let object):
            .object(
                JSON.Object(
                    distinct: object.members.map { member in
                        let isTaken = member.key.hasSuffix("$jsan") && member.key.dropLast(4).allSatisfy { $0 == "$" }
                        return JSON.Object.Member(
                            key: isTaken ? "$" + member.key : member.key, value: escaped(member.value))
                    }))
        case .array(let elements): .array(elements.map(escaped))
        default: json
        }
    }
}
