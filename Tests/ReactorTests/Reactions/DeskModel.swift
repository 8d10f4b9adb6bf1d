import ReactorTesting
import ReactorTestSupport

@testable import Reactor

/// A naive model of a core whose state is a ``Workshop``. It stores every ancestor of each command.
final class DeskModel {
    enum Condition: Hashable { case detail, row }

    struct Rule: Hashable {
        let number: Int
        var key = 0
        var part: Condition?
    }

    final class Launched {
        let launch: Int
        /// Every command that caused it, and itself.
        let lineage: Set<Int>
        let part: Condition?
        let owners: [ObjectIdentifier]
        let isTimer: Bool
        let id: CommandID?
        /// Whether it ends with its child state.
        var isInPart: Bool
        /// Whether its child state was removed by its own pending prediction, or is lost.
        var isUndecided = false
        var isLost = false
        var isFinishing = false
        var end: String?
        var isLate = false

        init(
            _ launch: Int, _ causes: Set<Int>, _ part: Condition?, _ owners: [ObjectIdentifier], isTimer: Bool,
            _ id: CommandID?
        ) {
            self.launch = launch
            lineage = causes.union([launch])
            self.part = part
            isInPart = part != nil
            self.owners = owners
            self.isTimer = isTimer
            self.id = id
        }

        /// Whether it has begun, so that its core can be used.
        var mayAct: Bool { end == nil || end == "finished" || end == "failed" }
    }

    struct Open {
        let number: Int
        let lineage: Set<Int>
    }

    /// The cases of the rule that the histories have to reach.
    struct Reached {
        var finished = 0, finishedByLaterWish = 0, startedAgain = 0, continued = 0, returnedChild = 0
        var lostAfterEnd = 0

        mutating func add(_ other: Reached) {
            finished += other.finished
            finishedByLaterWish += other.finishedByLaterWish
            startedAgain += other.startedAgain
            continued += other.continued
            returnedChild += other.returnedChild
            lostAfterEnd += other.lostAfterEnd
        }

        var isComplete: Bool {
            finished > 0 && finishedByLaterWish > 0 && startedAgain > 0 && continued > 0 && returnedChild > 0
                && lostAfterEnd > 0
        }
    }

    private(set) var commands: [Launched] = []
    private(set) var reached = Reached()
    private let start: Workshop
    /// The numbers of the reactions that exist.
    private let numbers: Set<Int>
    private var log: [(event: any Event, prediction: Int?, owners: [ObjectIdentifier])] = []
    /// The places in the log of the responses to loads, by launch.
    private var marks: [Int: Int] = [:]
    /// The predictions that are pending, with the ancestors of each.
    private var pending: [Int: Set<Int>] = [:]
    private var wishes: [Rule: Int] = [:]
    private var running: [Rule: Launched] = [:]
    private var finishing: [Rule: Launched] = [:]
    /// The commands that a reset has canceled, and that did not cause it.
    private var reset: Set<Int> = []
    private var canceled: [Launched] = []
    private var pings: [Set<Int>] = []
    private var ending: [Launched] = []
    private var isEnding = false
    private var isInGroup = false
    private var lastPrediction = 0

    init(_ start: Workshop = Workshop(), numbers: Set<Int> = Set(0...8)) {
        self.start = start
        self.numbers = numbers
    }

    var desk: Workshop {
        var desk = start
        for entry in log { desk.react(to: entry.event) }
        return desk
    }

    var live: [Launched] { commands.filter { $0.end == nil } }

    var text: String { "\(desk.text), live: \(live.map(\.launch))" }

    /// The numbers of the pending predictions.
    var predictions: [Int] { pending.keys.sorted() }

    /// A text that is equal for two states with an equal future. It contains no number of a launch.
    var key: String {
        let roles = [running, finishing].map { Set($0.values.map(\.launch)) }
        let relevant = commands.filter { command in
            command.end == nil || command.isUndecided || roles.contains { $0.contains(command.launch) }
        }
        func places(_ launches: Set<Int>) -> [Int] {
            relevant.indices.filter { launches.contains(relevant[$0].launch) }
        }
        // Each prediction can be committed or rolled back, and later events are appended.
        let futures = (0..<1 << predictions.count).map { number in
            let kept = predictions.indices.filter { number & 1 << $0 != 0 }.map { predictions[$0] }
            var desk = start
            for entry in log where entry.prediction.map(kept.contains) ?? true { desk.react(to: entry.event) }
            return "\(desk.isA) \(desk.detail != nil)"
        }
        let works = relevant.map { command in
            let role = "\(roles.map { $0.contains(command.launch) }) \(places(command.lineage))"
            if command.end != nil && !command.isUndecided { return role }
            return "\(role) \(command.id == "load") \(command.part == nil) \(command.end == nil) \(command.isInPart) "
                + "\(command.isUndecided) \(command.isLost) \(command.isFinishing) \(command.isLate)"
        }
        let causes = predictions.map { number in
            let owners = log.first { $0.prediction == number }?.owners.count
            return "\(places(pending[number] ?? [])) \(owners ?? 0)"
        }
        return "\(futures) \(works) \(causes) \(wishes.keys.map(\.number).sorted()) \(keyOfStatus(places))"
    }

    /// The part of ``key`` that the events of the load depend on. They can be placed below a prediction.
    private func keyOfStatus(_ places: (Set<Int>) -> [Int]) -> String {
        let open = Set(live.compactMap { marks[$0.launch] })
        let begin = min(placeOfServer, open.min() ?? log.count)
        var status = start.loaded
        func text() -> String {
            let run = places(status.runningID.map { [Int($0.rawValue)] } ?? [])
            return "\(status.needsLoad) \(status.isStale) \(status.isOutdated) \(status.isLoading) \(run)"
        }
        var texts: [String] = []
        for index in log.indices {
            if index == begin { texts.append(text()) }
            if open.contains(index) { texts.append("response") }
            let entry = log[index]
            if entry.prediction != nil {
                if index >= begin { texts.append("prediction") }
            } else {
                var desk = Workshop(loaded: status)
                desk.react(to: entry.event)
                guard desk.loaded != status else { continue }
                status = desk.loaded
                if index >= begin { texts.append("\(type(of: entry.event)) \(text())") }
            }
        }
        return "\(texts) \(text())"
    }

    static func move(_ random: inout SeededRandom) -> WorkshopEvent {
        switch random.below(11) {
        case 0, 1: .a(random.chance(60))
        case 2, 3: .b(random.chance(50))
        case 4: .x(random.chance(70) ? random.below(3) : nil)
        case 5, 6: .detail(random.chance(60) ? random.chance(60) : nil)
        case 7, 8: .row(random.chance(60) ? random.chance(60) : nil)
        case 9: .ids((0..<random.below(4)).map { _ in random.below(4) })
        default: .ping
        }
    }

    static func event(_ random: inout SeededRandom) -> any Event {
        switch random.below(12) {
        case 0: Reset<Screen>()
        case 1: Reset<Workshop>()
        default: move(&random)
        }
    }

    /// Ends the finishing commands whose tasks were canceled since the last call.
    ///
    /// - Returns: Their launches.
    func takeCanceled() -> [Int] {
        defer { canceled = [] }
        for command in canceled where command.end == nil {
            command.end = "cancelled"
            command.isLate = true
        }
        return canceled.map(\.launch)
    }

    // MARK: Operations

    private func mayFire(_ actor: Launched?) -> Bool {
        guard let actor else { return true }
        return !actor.isLate && !actor.isLost && actor.part.map { desk.has($0) } ?? true
    }

    func fire(_ events: [any Event], by actor: Launched?) {
        guard mayFire(actor) else { return }
        let causes = actor?.lineage ?? []
        isInGroup = true
        for event in events {
            if event is Reset<Screen> { reset(ObjectIdentifier(Screen.self), causes) }
            if event is Reset<Workshop> { reset(ObjectIdentifier(Workshop.self), causes) }
            append(event)
            if case .ping? = event as? WorkshopEvent { pings.append(causes) }
        }
        isInGroup = false
        look(causes)
    }

    /// Appends a confirmed event. The responses to loads are placed after a reset.
    private func append(_ event: any Event) {
        log.append((event, nil, []))
        if event is Reset<Screen> || event is Reset<Workshop> { marks = marks.mapValues { _ in log.count } }
    }

    private func insert(_ event: any Event, at place: Int) {
        log.insert((event, nil, []), at: place)
        marks = marks.mapValues { $0 <= place ? $0 : $0 + 1 }
    }

    private func remove(where isRemoved: (Int) -> Bool) {
        for place in log.indices.reversed() where isRemoved(place) {
            log.remove(at: place)
            marks = marks.mapValues { $0 > place ? $0 - 1 : $0 }
        }
    }

    /// The place of an event of the server: below the pending predictions, but after the last reset.
    private var placeOfServer: Int {
        let last = log.lastIndex { $0.event is Reset<Screen> || $0.event is Reset<Workshop> }
        let begin = last.map { $0 + 1 } ?? 0
        return log[begin...].firstIndex { $0.prediction != nil } ?? log.count
    }

    private func reset(_ owner: ObjectIdentifier, _ causes: Set<Int>) {
        for command in commands where command.owners.contains(owner) {
            if command.end == nil && !causes.contains(command.launch) { reset.insert(command.launch) }
            end(command, "cancelled")
            command.isLate = true
        }
        announceEnds(causes)
        for entry in log where entry.prediction != nil && entry.owners.contains(owner) {
            pending[entry.prediction ?? 0] = nil
        }
        remove { log[$0].prediction != nil && log[$0].owners.contains(owner) }
    }

    func start(owners: [Any.Type]?, by actor: Launched?, in part: Condition? = nil, isTimer: Bool = false) {
        let isRefused = !mayFire(actor)
        let part = part ?? actor?.part
        let owners = owners?.map { ObjectIdentifier($0) } ?? actor?.owners ?? []
        let command = launch(actor?.lineage ?? [], part: part, owners, isTimer: isTimer)
        guard isRefused else { return }
        command.end = "dropped"
        command.isInPart = false
        command.isLate = true
    }

    func returned(_ command: Launched, fails: Bool) {
        // The end of a finishing command fires no event.
        if command.isFinishing {
            command.end = fails ? "cancelled" : "finished"
            command.isLate = command.isLate || fails
            return
        }
        end(command, fails ? "failed" : "finished")
        announceEnds(command.lineage)
    }

    func cancel(_ command: Launched) {
        end(command, "cancelled")
        command.isLate = true
        announceEnds([])
    }

    func cancel(id: CommandID) {
        for command in commands where command.id == id {
            end(command, "cancelled")
            command.isLate = true
        }
        announceEnds([])
    }

    /// Fires a load. If one runs that the status shows, the load is dropped.
    ///
    /// - Returns: Whether it sends a request.
    func load() -> Bool {
        for command in live where command.id == "load" && desk.loaded.runningID != RequestID(UInt64(command.launch)) {
            cancel(command)
        }
        let isDropped = live.contains { $0.id == "load" }
        let load = launch([], id: "load")
        if isDropped || !desk.loaded.needsLoad {
            load.end = isDropped ? "dropped" : "finished"
            return false
        }
        change(.started(attempt: 1), of: load, at: placeOfServer)
        marks[load.launch] = placeOfServer
        return true
    }

    func answer(_ load: Launched) {
        change(.succeeded(load.launch, at: Workshop.time), of: load, at: marks[load.launch] ?? log.count)
        end(load, "finished")
    }

    private func change(_ kind: StatusChange<Int>.Kind, of load: Launched, at place: Int) {
        insert(StatusChange(name: "load", id: RequestID(UInt64(load.launch)), kind: kind), at: place)
        look(load.lineage)
    }

    func cancelOwner(by actor: Launched?) {
        if actor?.isLate == true { return }
        for command in commands where command.owners.contains(ObjectIdentifier(Screen.self)) {
            end(command, "cancelled")
            command.isLate = true
        }
        announceEnds(actor?.lineage ?? [])
    }

    func predict(_ event: WorkshopEvent, by actor: Launched?) -> Open? {
        guard mayFire(actor) else { return nil }
        lastPrediction += 1
        log.append((event, lastPrediction, actor?.owners ?? []))
        let open = Open(number: lastPrediction, lineage: actor?.lineage ?? [])
        pending[open.number] = open.lineage
        if case .ping = event { pings.append(open.lineage) }
        look(open.lineage)
        return open
    }

    func resolve(_ open: Open, isCommitted: Bool) {
        pending[open.number] = nil
        guard let index = log.firstIndex(where: { $0.prediction == open.number }) else { return }
        if isCommitted { log[index].prediction = nil } else { remove { $0 == index } }
        look(open.lineage)
    }

    // MARK: Consequences

    @discardableResult
    private func launch(
        _ causes: Set<Int>, part: Condition? = nil, _ owners: [ObjectIdentifier] = [], isTimer: Bool = false,
        id: CommandID? = nil
    ) -> Launched {
        let command = Launched(commands.count + 1, causes, part, owners, isTimer: isTimer, id)
        commands.append(command)
        return command
    }

    private func end(_ command: Launched, _ outcome: String) {
        guard command.end == nil else { return }
        command.end = outcome
        if outcome == "cancelled" { command.isLate = true }
        if outcome != "finished" { ending.append(command) }
    }

    private func announceEnds(_ causes: Set<Int>) {
        if isEnding { return }
        isEnding = true
        while !ending.isEmpty {
            let command = ending.removeFirst()
            let isFailure = command.end == "failed"
            if command.isTimer && !isFailure { continue }
            let outcome = isFailure ? CommandOutcome.failed(Broken(number: 0)) : .cancelled
            append(CommandEnded(launch: UInt64(command.launch), id: command.id, command: "", outcome: outcome))
            if !isInGroup { look(causes) }
        }
        isEnding = false
    }

    private func isPredicting(_ command: Launched) -> Bool { pending.values.contains { $0.contains(command.launch) } }

    private func look(_ causes: Set<Int>) {
        let desk = desk
        // Includes commands that have returned: their callbacks can still fire.
        for command in commands where command.isInPart && !command.isLate {
            guard let part = command.part, !desk.has(part) else { continue }
            command.isInPart = false
            if causes.contains(command.launch) && !command.isTimer {
                reached.continued += 1
                command.isUndecided = true
            } else {
                if command.end != nil {
                    reached.lostAfterEnd += 1
                    command.isLost = true
                } else {
                    end(command, "cancelled")
                }
            }
        }
        announceEnds(causes)
        for command in commands where command.isUndecided && !command.isLate {
            if isPredicting(command) { continue }
            command.isUndecided = false
            if let part = command.part, self.desk.has(part) {
                reached.returnedChild += 1
                command.isInPart = true
            } else {
                command.isLost = true
            }
        }
        let pings = pings
        self.pings = []
        for causes in pings { launch(causes) }
        follow(causes)
        for command in commands where command.isFinishing && command.end == nil && !isPredicting(command) {
            reached.finished += 1
            command.isFinishing = false
            canceled.append(command)
        }
    }

    private func follow(_ causes: Set<Int>) {
        let before = wishes
        let list = desk.wishes.filter { numbers.contains($0.rule.number) }
        wishes = Dictionary(list.map { ($0.rule, $0.value) }, uniquingKeysWith: { first, _ in first })
        let again = Set(running.filter { reset.contains($1.launch) }.keys)
        reset = []
        var ended = before.keys.filter { wishes[$0] == nil }
        ended.sort { ($0.number, running[$0]?.launch ?? 0) < ($1.number, running[$1]?.launch ?? 0) }
        var begun: [Rule] = []
        for (rule, value) in list where !begun.contains(rule) && before[rule] != value { begun.append(rule) }
        begun += again.filter { wishes[$0] != nil && !begun.contains($0) }.sorted {
            running[$0]?.launch ?? 0 < running[$1]?.launch ?? 0
        }
        let old = running
        for rule in ended + begun { running[rule] = nil }
        for number in 0...8 {
            for rule in ended.filter({ $0.number == number }) + begun.filter({ $0.number == number }) {
                let isWished = begun.contains(rule)
                let isOwn = old[rule].map { causes.contains($0.launch) } ?? false
                if let earlier = finishing[rule], isWished || isOwn {
                    finishing[rule] = nil
                    if earlier.end == nil {
                        reached.finishedByLaterWish += 1
                        stop(earlier, causes)
                    }
                }
                if let old = old[rule] {
                    if isOwn && old.end == nil {
                        old.isFinishing = true
                        finishing[rule] = old
                    } else {
                        stop(old, causes)
                    }
                }
                guard isWished else { continue }
                if again.contains(rule) && before[rule] == wishes[rule] { reached.startedAgain += 1 }
                // The end of a command may have changed the wish since, which was followed then.
                guard wishes[rule] == list.first(where: { $0.rule == rule })?.value, running[rule] == nil else {
                    continue
                }
                let owners: [Any.Type] =
                    switch number {
                    case 0, 5: [Screen.self]
                    case 2: [Workshop.self]
                    default: []
                    }
                running[rule] = launch(
                    causes, part: rule.part, owners.map { ObjectIdentifier($0) },
                    id: number < 2 ? number == 0 ? "a" : "b" : nil)
            }
        }
    }

    private func stop(_ command: Launched, _ causes: Set<Int>) {
        end(command, "cancelled")
        command.isLate = true
        announceEnds(causes)
    }
}
