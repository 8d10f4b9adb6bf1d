import ReactorTesting
@testable import ReactorRecording
@testable import ReactorTools

/// A diary of weights with predictions of which some are rolled back, reads, groups, a noisy tick, and data that tries to
/// be markup. The same for the same seed.
struct SampleRecording {
    static let hostile = "</script><img src=x onerror=\"document.title='owned'\"><!--\u{202E}\u{2028}"

    private(set) var steps: [InspectedStep] = []
    let base: JSON
    let facts = RecordingFacts(
        id: "5f0c6a4e-2c1b-4d7e-9a55-1f2f0f7b9a10", app: "weightlog", from: 0, start: 1_767_254_400_000,
        schema: ["state": 2, "weight.logged": 1, "weight.saved": 2, "weight.failed": 1, "sync.tick": 1],
        versions: ["weightlog": "1.0", "system": "Linux 6.1", "reactor": "0.1"])

    private var random: SeededRandom
    private var at: Int64 = 1_767_254_400_000
    private var launch: UInt64 = 0
    private var prediction: UInt64 = 0
    /// The confirmed state, and the state with the predictions on top.
    private var certain: JSON
    private var pending: [(id: UInt64, row: JSON, launch: UInt64)] = []

    init(count: Int, seed: UInt64 = 11) {
        random = SeededRandom(seed: seed)
        base = [
            "filter": "all", "owner": ["name": "Ada", "token": "t0p-s3cret-token"], "ticks": 0, "weights": [],
            "revision": .number(JSON.Number(9_007_199_254_740_993 as Int64)),
        ]
        certain = base
        while steps.count < count { play() }
        steps.removeLast(steps.count - count)
    }

    private mutating func play() {
        at += Int64(random.below(1_800) + 20)
        switch random.below(100) {
        case ..<55: tick()
        case ..<75: begin()
        case ..<93: resolve()
        case ..<96: read()
        case ..<98: group()
        default: hostile()
        }
    }

    private mutating func add(
        _ name: String, _ payload: JSON?, _ operation: InspectedStep.Operation? = nil, _ transaction: UInt64? = nil,
        group: InspectedStep.Group? = nil, cause: InspectedStep.Cause? = nil
    ) {
        steps.append(
            InspectedStep(
                seq: UInt64(steps.count + 1), at: at, name: name, operation: operation, transaction: transaction,
                group: group, cause: cause, payload: payload, state: EncodedValue(visible)))
    }

    private var visible: JSON {
        var state = certain
        state["weights"] = .array((state["weights"]?.array ?? []) + pending.map(\.row))
        return state
    }

    private mutating func tick() {
        certain["ticks"] = .number(JSON.Number((certain["ticks"]?.int ?? 0) + 1))
        add("sync.tick", [:], cause: .init(command: "Synchronise", launch: 1))
    }

    private mutating func begin() {
        guard pending.count < 4 else { return resolve() }
        launch += 2
        prediction += 1
        let row: JSON = [
            "id": .string("w-\(prediction)"), "day": .string("2026-01-\(prediction % 28 + 1)"),
            "kilograms": .number(JSON.Number("\(78 + random.below(5)).\(random.below(10))") ?? JSON.Number(80)),
        ]
        pending.append((prediction, row, launch))
        add("weight.logged", row, .begin, prediction, cause: .init(command: "LogWeight", launch: launch))
    }

    private mutating func resolve() {
        guard !pending.isEmpty else { return tick() }
        let resolved = pending.remove(at: random.below(pending.count))
        let cause = InspectedStep.Cause(command: "SaveWeight", launch: resolved.launch + 1, parent: resolved.launch)
        if random.chance(70) {
            var row = resolved.row
            row["savedAt"] = .number(JSON.Number(at))
            certain["weights"] = .array((certain["weights"]?.array ?? []).suffix(30) + [row])
            add("weight.saved", row, .replace, resolved.id, cause: cause)
        } else {
            add(
                "weight.failed", ["id": resolved.row["id"] ?? .null, "reason": "The network is gone."], .rollback,
                resolved.id, cause: cause)
        }
    }

    private mutating func read() {
        launch += 2
        let cause = InspectedStep.Cause(command: "RefreshWeights", launch: launch)
        add("mark", nil, .mark, launch, cause: cause)
        at += 120
        certain["filter"] = random.chance(50) ? "all" : "week"
        add("weights.refreshed", ["count": .number(JSON.Number(steps.count))], .place, launch, cause: cause)
    }

    private mutating func group() {
        var weights = certain["weights"]?.array ?? []
        if weights.count > 3 { weights.remove(at: random.below(weights.count)) }
        certain["weights"] = .array(weights)
        add("weight.removed", ["id": "w-1"], group: .init(place: 1, count: 2))
        certain["filter"] = "week"
        add("filter.set", ["filter": "week"], group: .init(place: 2, count: 2))
    }

    private mutating func hostile() {
        certain["note"] = .string(Self.hostile + String(random.below(100)))
        add("note.set", ["text": .string(Self.hostile), "<b>key</b>": JSON(UInt64.max)])
    }
}

extension JSON {
    fileprivate init(_ value: UInt64) { self = .number(Number(value)) }
}

extension SampleRecording {
    /// Two launches: one whose prediction of three events is confirmed, and one that fails, with its error, after it predicted
    /// two; and the end of a third, which fired nothing.
    static let failing = (
        facts: RecordingFacts(id: "7", app: "orders", start: 1_000), base: ["orders": []] as JSON,
        steps: {
            var steps: [InspectedStep] = []
            func add(
                _ name: String, _ at: Int64, _ operation: InspectedStep.Operation?, _ prediction: UInt64?,
                _ group: InspectedStep.Group?, launch: UInt64?, _ payload: JSON, _ orders: JSON
            ) {
                steps.append(
                    InspectedStep(
                        seq: UInt64(steps.count + 1), at: at, name: name, operation: operation, transaction: prediction,
                        group: group, cause: launch.map { .init(command: "PlaceOrder", launch: $0) },
                        endsCommand: name == "work.over", payload: payload, state: EncodedValue(["orders": orders])))
            }
            for place in 1...3 {
                add(
                    "order.placed", 1_000, .begin, 1, .init(place: place, count: 3), launch: place == 1 ? 3 : nil,
                    ["id": .number(JSON.Number(place))], place == 3 ? [1, 2, 3] : [])
            }
            for place in 1...2 {
                add(
                    "order.placed", 1_250, .begin, 2, .init(place: place, count: 2), launch: place == 1 ? 5 : nil,
                    ["id": .number(JSON.Number(place + 3))], place == 2 ? [1, 2, 3, 4, 5] : [1, 2, 3])
            }
            add("order.sent", 1_400, .commit, 1, nil, launch: 3, [:], [1, 2, 3, 4, 5])
            add("order.seen", 1_700, .rollback, 2, nil, launch: nil, [:], [1, 2, 3])
            let failure: JSON = ["failed": ["kind": "ServiceError", "message": "the shop is closed"]]
            add(
                "work.over", 2_000, nil, nil, nil, launch: nil,
                ["command": "PlaceOrder", "launch": 5, "outcome": failure], [1, 2, 3])
            add(
                "work.over", 2_100, nil, nil, nil, launch: nil,
                ["command": "CountOrders", "launch": 6, "outcome": "cancelled"], [1, 2, 3])
            return steps
        }()
    )
}

extension SampleRecording {
    /// One long text, typed letter by letter.
    static let typed = (
        facts: RecordingFacts(id: "8", app: "editor", start: 1_000), base: ["text": ""] as JSON,
        steps: {
            var text = ""
            return String(repeating: "The text is typed\nand <b>nothing</b> & no more.\n", count: 8).enumerated()
                .map { position, letter in
                    text.append(letter)
                    return InspectedStep(
                        seq: UInt64(position + 1), at: 1_000 + Int64(position) * 100, name: "text.typed",
                        payload: ["position": .number(JSON.Number(position)), "inserted": .string(String(letter))],
                        state: .json(["text": .string(text)]))
                }
        }()
    )
}
