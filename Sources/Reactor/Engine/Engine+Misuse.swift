/// The counters of a core's misuse: firing inside a reducer, firing after the core was closed, and infinite loops. Used
/// only on the core's executor.
struct Misuse {
    /// The number of events that the reducer has fired for an entry of the log. A replay of the entry does not fire
    /// them again.
    var firedFromEntry: [UInt64: Int] = [:]
    /// The number of consecutive drains that were caused by updates of subscribers.
    var cascadeDepth = 0
    fileprivate var hasReportedCascade = false
    /// The refusals since the core was closed.
    private var late: [Late: (refusal: Refusal, count: Int)] = [:]

    private struct Late: Hashable {
        let type: String
        let command: String?
    }

    /// - Returns: The number of equal refusals by the closed core, including this one.
    mutating func countLate(_ refusal: Refusal) -> Int {
        let key = Late(type: refusal.type, command: refusal.cause?.command)
        late[key, default: (refusal, 0)].count += 1
        return late[key]?.count ?? 1
    }

    /// Reports the numbers of equal refusals by the closed core, after the first report of each.
    func reportLate(_ runtime: Runtime) {
        for (refusal, count) in late.values where count > 1 {
            runtime.report(Runtime.Report(.refusedOften(refusal, count: count)))
        }
    }
}

extension Engine {
    /// The engine that the calling thread runs inside `react(to:)`, or in a replay.
    static func reacting(with mailbox: ObjectIdentifier) -> Engine? {
        applying { ObjectIdentifier($0.mailbox) == mailbox && $0.phase == .reacting }
    }

    /// Reports code that fired inside `react(to:)`. The report is deferred.
    ///
    /// - Returns: Whether the event or command is accepted. A replay applies events that were applied before, and their
    ///   reducers have fired then. Code that is released in a replay fires for the first time.
    func admitsReentrant(_ name: String) -> Bool {
        loop.deferred.append(.report(.firedInsideReact(name)))
        guard let fold = LogFold.progress, let entry = fold.pointee.entry else { return true }
        fold.pointee.fired += 1
        guard fold.pointee.fired > misuse.firedFromEntry[entry, default: 0] else { return false }
        misuse.firedFromEntry[entry] = fold.pointee.fired
        return true
    }

    /// Drops an operation of a replay that was not accepted.
    func drop(_ operation: Operation) {
        switch operation {
        case .launch(let handle): handle.end(.dropped)
        case .ledger(let request): if case .begin(let id) = request.step.kind { withdrawn.insert(id) }
        default: break
        }
    }

    /// Reports an infinite loop, once.
    func noteCascade(_ depth: Int, _ name: @autoclosure () -> String) {
        guard depth >= Engine.cascadeLimit && !misuse.hasReportedCascade else { return }
        misuse.hasReportedCascade = true
        runtime.report(Runtime.Report(.endlessCascade(name(), depth: depth)))
    }

    /// The depth of a cascade that counts as an infinite loop. No program intends so many.
    static let cascadeLimit = 10_000
}
