@testable import Reactor

/// The documentation of commands as a slow implementation: every command is an entry, and commands with the same id are
/// searched among all of them.
struct CommandModel {
    final class Entry {
        enum Stage { case new, quiet, interval, line, running, backoff, ended }

        let launch: UInt64
        let name: String
        let options: CommandOptions
        var id: CommandID?
        var scopes: [ObjectIdentifier] = []
        var stage = Stage.new
        var attempts = 0
        var hasBody = false
        var isLate = false
        var isGraceStarted = false
        var isGraceOver = false

        init(launch: UInt64, name: String, options: CommandOptions) {
            self.launch = launch
            self.name = name
            self.options = options
        }
    }

    /// The random numbers of backoffs: halfway.
    static let random: UInt64 = 1 << 63

    var deeds: [CommandDecision] = []
    /// Every command ever launched, in order.
    private(set) var everyone: [Entry] = []
    /// The commands that have not ended, or whose body continues, in the order of launching.
    private(set) var present: [Entry] = []
    /// The commands that have a place, or would with an id, in the order of starting.
    private(set) var running: [Entry] = []
    /// The waiting commands, in the order of joining the queue.
    private(set) var line: [Entry] = []
    /// The ids whose interval continues, with its length.
    private(set) var intervals: [CommandID: Duration] = [:]
    private var isClosed = false

    // MARK: Operations

    mutating func launch(_ name: String, _ options: CommandOptions, cause: Entry?) -> Entry {
        let entry = Entry(launch: UInt64(everyone.count + 1), name: name, options: options)
        everyone.append(entry)
        if isClosed || cause?.isLate == true {
            entry.stage = .ended
            entry.isLate = true
            deeds.append(.end(launch: entry.launch, .dropped))
            deeds.append(.refuse(name: name, isClosed ? .closed : .late, cause: cause?.launch))
            return entry
        }
        present.append(entry)
        entry.scopes = options.owners?.map { ObjectIdentifier($0) } ?? cause?.scopes ?? []
        let isAlone =
            options.policy == .parallel && options.max == nil && options.debounce == nil && options.throttle == nil
        entry.id = options.id ?? (isAlone ? nil : CommandID("type \(name)"))
        for earlier in alike(present, entry.id) where earlier.stage == .quiet { end(earlier, .dropped) }
        if options.debounce != nil {
            if options.policy == .restart { makePlace(entry) }
            entry.stage = .quiet
        } else {
            passInterval(entry)
        }
        return entry
    }

    mutating func quietIsOver(_ entry: Entry) { passInterval(entry) }

    mutating func intervalIsOver(_ id: CommandID) {
        intervals[id] = nil
        for entry in alike(present, id) where entry.stage == .interval { passInterval(entry) }
    }

    mutating func bodyReturned(_ entry: Entry, _ error: (any Error)?) {
        entry.hasBody = false
        if entry.stage == .running {
            switch error {
            case nil: end(entry, .finished)
            case is CancellationError: end(entry, .cancelled)
            case BodyError.passing? where entry.attempts < entry.options.retry.attempts: entry.stage = .backoff
            default: end(entry, .failed)
            }
        }
        forgetIfOver(entry)
        serve(entry.id)
    }

    mutating func backoffIsOver(_ entry: Entry) { start(entry) }

    mutating func timeIsUp(_ entry: Entry) {
        end(entry, .timedOut)
        serve(entry.id)
    }

    mutating func graceIsOver(_ entry: Entry) {
        entry.isGraceOver = true
        deeds.append(.reportBody(launch: entry.launch, name: entry.name))
        serve(entry.id)
    }

    /// Cancels the selected commands. They are late even if they had ended.
    mutating func cancel(_ meant: [Entry]) {
        for entry in meant {
            end(entry, .cancelled)
            entry.isLate = true
        }
        for entry in meant { serve(entry.id) }
    }

    /// Cancels the selected commands, and makes those late that have ended.
    mutating func cancel(where isMeant: (Entry) -> Bool) {
        for entry in everyone where isMeant(entry) { entry.isLate = true }
        cancel(present.filter { $0.stage != .ended && isMeant($0) })
    }

    mutating func reset(_ scope: ObjectIdentifier) {
        for entry in everyone where entry.scopes.contains(scope) { entry.isLate = true }
        let meant = present.filter { $0.scopes.contains(scope) }
        // A command whose grace period has ended has already left its place.
        let placed = meant.filter { !$0.isGraceOver }
        for entry in meant { end(entry, .cancelled) }
        // The next user does not wait for any of them.
        for entry in meant where entry.stage == .ended { entry.isGraceOver = true }
        for entry in placed { serve(entry.id) }
    }

    mutating func close() {
        isClosed = true
        for entry in present where entry.attempts == 0 { end(entry, .dropped) }
        cancel(present.filter { $0.stage != .ended })
    }

    // MARK: Consequences

    private mutating func passInterval(_ entry: Entry) {
        guard let id = entry.id, let interval = entry.options.throttle else { return admit(entry) }
        if intervals[id] == nil {
            admit(entry)
            // A dropped command begins no interval.
            if entry.options.policy != .drop || entry.stage != .ended { intervals[id] = interval }
        } else if entry.options.policy == .drop {
            end(entry, .dropped)
        } else {
            for earlier in alike(present, id) where earlier.stage == .interval { end(earlier, .dropped) }
            entry.stage = .interval
        }
    }

    private mutating func admit(_ entry: Entry) {
        let waiting = alike(line, entry.id)
        switch entry.options.policy {
        case .parallel:
            if entry.options.max == nil { start(entry) } else { join(entry) }
        case .restart:
            makePlace(entry)
            start(entry)
        case .drop:
            if hasPlace(entry) && waiting.isEmpty { start(entry) } else { end(entry, .dropped) }
        case .enqueue: join(entry)
        case .keepLatest:
            for other in waiting { end(other, .dropped) }
            join(entry)
        }
    }

    private mutating func makePlace(_ entry: Entry) {
        for other in alike(line, entry.id) { end(other, .dropped) }
        while !hasPlace(entry) { end(alike(running, entry.id)[0], .cancelled) }
    }

    private mutating func join(_ entry: Entry) {
        entry.stage = .line
        line.append(entry)
        serve(entry.id)
    }

    /// Starts the next commands; for bodies that block them the grace period starts.
    private mutating func serve(_ id: CommandID?) {
        while let first = alike(line, id).first {
            guard hasPlace(first) else {
                if waitsForBodies(first) { for body in lingering(id) { body.isGraceStarted = true } }
                return
            }
            line.removeAll { $0 === first }
            start(first)
        }
    }

    private func hasPlace(_ entry: Entry) -> Bool {
        let places = entry.options.max ?? (entry.options.policy == .parallel ? .max : 1)
        let bodies = waitsForBodies(entry) ? lingering(entry.id).count : 0
        return alike(running, entry.id).count + bodies < places
    }

    private func waitsForBodies(_ entry: Entry) -> Bool {
        entry.options.policy == .enqueue || entry.options.policy == .keepLatest
    }

    private func lingering(_ id: CommandID?) -> [Entry] {
        alike(present, id).filter { $0.stage == .ended && $0.hasBody && !$0.isGraceOver }
    }

    /// The commands with this id; none without an id.
    func alike(_ entries: [Entry], _ id: CommandID?) -> [Entry] {
        guard let id else { return [] }
        return entries.filter { $0.id == id }
    }

    private mutating func start(_ entry: Entry) {
        entry.attempts += 1
        entry.stage = .running
        entry.hasBody = true
        if entry.attempts == 1 { running.append(entry) }
        deeds.append(.start(launch: entry.launch, attempt: entry.attempts))
    }

    private mutating func end(_ entry: Entry, _ ending: CommandEnding) {
        guard entry.stage != .ended else { return }
        entry.stage = .ended
        running.removeAll { $0 === entry }
        line.removeAll { $0 === entry }
        deeds.append(.end(launch: entry.launch, ending))
        forgetIfOver(entry)
        guard ending != .finished else { return }
        if ending != .failed { entry.isLate = true }
        guard ending != .dropped else { return }
        if entry.hasBody { deeds.append(.cancelBody(launch: entry.launch)) }
        if entry.options.isTimer && ending == .cancelled { return }
        deeds.append(.notify(launch: entry.launch, id: entry.options.id, name: entry.name, ending))
    }

    private mutating func forgetIfOver(_ entry: Entry) {
        if entry.stage == .ended && !entry.hasBody { present.removeAll { $0 === entry } }
    }
}
