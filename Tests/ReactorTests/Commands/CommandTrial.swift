import ReactorTesting

@testable import Reactor

/// The command table and its naive model.
struct CommandTrial: Trial {
    private final class Pair {
        let tag: Int
        let handle: NamedHandle
        let entry: CommandModel.Entry
        var wasLate = false
        var ends = 0

        init(tag: Int, handle: NamedHandle, entry: CommandModel.Entry) {
            self.tag = tag
            self.handle = handle
            self.entry = entry
        }
    }

    private var table = CommandTable(random: { CommandModel.random })
    private var model = CommandModel()
    /// In the order of launching.
    private var pairs: [Pair] = []
    /// Timers that the table started and that were neither stopped nor run out.
    private var timers: [CommandTimer: Duration] = [:]
    private var lastTag = 0
    /// Every id that a command may have, its own or that of its type.
    private static let ids: [CommandID] = ["a", "b", "type P", "type Q"]

    // MARK: Making operations

    func makeOperation(_ random: inout SeededRandom) -> CommandOperation {
        let scope: Any.Type = random.chance(50) ? ScopeA.self : ScopeB.self
        switch random.below(100) {
        case 0..<40: break
        case 40..<68:
            if let tag = pick(&random, where: { $0.hasBody }) { return .returned(tag, CommandTrial.error(&random)) }
        case 68..<84: if let operation = makeTimer(&random) { return operation }
        case 84..<91: if let tag = random.pick(pairs)?.tag { return .cancel(tag) }
        case 91..<94: return .cancelID(random.chance(60) ? "a" : "b")
        case 94..<96: return .cancelOwner(scope)
        case 96..<99: return .reset(scope)
        default: return random.chance(70) ? .cancelAll : .close
        }
        let cause = random.chance(30) ? random.pick(pairs)?.tag : nil
        let name = random.chance(50) ? "P" : "Q"
        return .launch(lastTag + 1, name: name, .random(&random), cause: cause)
    }

    private func makeTimer(_ random: inout SeededRandom) -> CommandOperation? {
        if let id = random.pick(model.intervals.keys.map(\.name).sorted()), random.chance(25) {
            return .throttleEnded(CommandID(id))
        }
        guard let tag = pick(&random, where: { CommandTrial.hasTimer($0) }), let entry = pair(tag)?.entry else {
            return nil
        }
        switch entry.stage {
        case .quiet: return .debounceEnded(tag)
        case .backoff: return random.chance(70) ? .backoffEnded(tag) : .timedOut(tag)
        case .ended: return .graceEnded(tag)
        case .new, .running, .interval, .line: return .timedOut(tag)
        }
    }

    private static func hasTimer(_ entry: CommandModel.Entry) -> Bool {
        switch entry.stage {
        case .quiet, .backoff: true
        case .running: entry.options.timeout != nil
        case .ended: entry.hasBody && entry.isGraceStarted && !entry.isGraceOver
        case .new, .interval, .line: false
        }
    }

    private static func error(_ random: inout SeededRandom) -> (any Error)? {
        switch random.below(10) {
        case 0..<5: nil
        case 5..<8: BodyError.passing
        case 8: BodyError.lasting
        default: CancellationError()
        }
    }

    private func pick(_ random: inout SeededRandom, where isMeant: (CommandModel.Entry) -> Bool) -> Int? {
        random.pick(pairs.filter { isMeant($0.entry) })?.tag
    }

    private func pair(_ tag: Int) -> Pair? { pairs.first { $0.tag == tag } }

    // MARK: Performing

    mutating func perform(_ operation: CommandOperation) throws(Difference) {
        switch operation {
        case .launch(let tag, let name, let options, let cause):
            let handle = NamedHandle(name, options)
            let cause = cause.flatMap { pair($0) }
            table.launch(handle, cause: cause?.handle)
            pairs.append(Pair(tag: tag, handle: handle, entry: model.launch(name, options, cause: cause?.entry)))
            lastTag = max(lastTag, tag)
        case .returned(let tag, let error):
            guard let pair = pair(tag), pair.entry.hasBody else { return }
            table.returned(pair.handle, error.map { .threw($0) } ?? .returned)
            model.bodyReturned(pair.entry, error)
        case .debounceEnded(let tag): runOut(tag, { .debounce(launch: $0) }) { $0.quietIsOver($1) }
        case .backoffEnded(let tag): runOut(tag, { .backoff(launch: $0) }) { $0.backoffIsOver($1) }
        case .timedOut(let tag): runOut(tag, { .timeout(launch: $0) }) { $0.timeIsUp($1) }
        case .graceEnded(let tag): runOut(tag, { .grace(launch: $0) }) { $0.graceIsOver($1) }
        case .throttleEnded(let id):
            guard timers.removeValue(forKey: .throttle(id)) != nil else { return }
            table.fired(.throttle(id))
            model.intervalIsOver(id)
        case .cancel(let tag):
            guard let pair = pair(tag) else { return }
            table.cancel(.launch(pair.handle))
            model.cancel([pair.entry])
        case .cancelID(let id):
            table.cancel(.id(id))
            model.cancel { $0.options.id == id }
        case .cancelOwner(let scope):
            table.cancel(.owner(ObjectIdentifier(scope)))
            model.cancel { $0.scopes.contains(ObjectIdentifier(scope)) }
        case .cancelAll:
            table.cancel(.all)
            model.cancel { _ in true }
        case .reset(let scope):
            table.reset(ObjectIdentifier(scope))
            model.reset(ObjectIdentifier(scope))
        case .close:
            table.close()
            model.close()
        }
        try compare()
    }

    /// A timer runs out, on both sides, if the table has it running.
    private mutating func runOut(
        _ tag: Int, _ timer: (UInt64) -> CommandTimer, _ notify: (inout CommandModel, CommandModel.Entry) -> Void
    ) {
        guard let pair = pair(tag), timers.removeValue(forKey: timer(pair.entry.launch)) != nil else { return }
        table.fired(timer(pair.entry.launch))
        notify(&model, pair.entry)
    }

    // MARK: Comparing

    private mutating func compare() throws(Difference) {
        var deeds: [CommandDecision] = []
        while let step = table.nextStep() {
            switch step {
            case .startTimer(let timer, let duration):
                guard timers.updateValue(duration, forKey: timer) == nil else {
                    throw Difference("\(timer) was started while it was running")
                }
            case .stopTimer(let timer): timers[timer] = nil
            case .end(let handle, _): pairs.first { $0.handle === handle }?.ends += 1
            default: break
            }
            if let deed = CommandDecision(step) { deeds.append(deed) }
        }
        try Difference.check("deeds", deeds, model.deeds)
        model.deeds = []
        try Difference.check("timers", timers, model.timers)
        try Difference.check("in flight", table.inFlight, model.present.filter { $0.stage != .ended }.count)
        let launches = table.live.map { $0.state.launch }
        try Difference.check("live", launches.sorted(), model.present.map { $0.launch })
        try Difference.check("indices", table.live.map { $0.state.index }, Array(launches.indices))
        var slots = 0
        for id in CommandTrial.ids {
            let slot = table.slot(id).map { SlotContent($0) }
            try Difference.check("slot \(id)", slot, model.slot(id))
            if slot != nil { slots += 1 }
        }
        try Difference.check("slots", table.slots.count, slots)
        try compareLate()
    }

    private mutating func compareLate() throws(Difference) {
        for pair in pairs {
            let isLate = table.isLate(pair.handle)
            if isLate != pair.entry.isLate { throw Difference("#\(pair.tag) is late: \(isLate)") }
            if pair.wasLate && !isLate { throw Difference("#\(pair.tag) is not late any more") }
            pair.wasLate = isLate
        }
    }

    mutating func finish() throws(Difference) {
        while true {
            if let pair = pairs.first(where: { $0.entry.hasBody }) {
                try perform(.returned(pair.tag, nil))
            } else if let pair = pairs.first(where: { CommandTrial.hasTimer($0.entry) }) {
                try perform(pair.entry.stage == .quiet ? .debounceEnded(pair.tag) : .backoffEnded(pair.tag))
            } else if let id = model.intervals.keys.first {
                try perform(.throttleEnded(id))
            } else {
                break
            }
        }
        try Difference.check("in flight in the end", table.inFlight, 0)
        try Difference.check("live in the end", table.live.map(\.state.launch), [])
        try Difference.check("slots in the end", Array(table.slots.keys), [])
        try Difference.check("timers in the end", timers, [:])
        try Difference.check("commands that did not end once", pairs.filter { $0.ends != 1 }.map(\.tag), [])
    }
}
