/// The misuse of one core that is counted: firing inside a reducer, at a closed core, and in an infinite loop. Touched on the core's
/// executor alone.
struct Misuse {
    /// How often an entry of the log has fired something: a replay does not fire it again.
    var firedFromEntry: [UInt64: Int] = [:]
    /// How many drains in a row were caused by updates of subscribers.
    var cascadeDepth = 0
    fileprivate var hasReportedCascade = false
    /// The refusals since the core was closed.
    private var late: [Late: (refusal: Refusal, count: Int)] = [:]

    private struct Late: Hashable {
        let type: String
        let command: String?
    }

    /// - Returns: how often the closed core has refused the same by now.
    mutating func countLate(_ refusal: Refusal) -> Int {
        let key = Late(type: refusal.type, command: refusal.cause?.command)
        late[key, default: (refusal, 0)].count += 1
        return late[key]?.count ?? 1
    }

    /// Reports how often the closed core has refused the same, after its first report.
    func reportLate(_ runtime: Runtime) {
        for (refusal, count) in late.values where count > 1 {
            runtime.report(Report(.refusedOften(refusal, count: count)))
        }
    }
}

extension Engine {
    /// The engine that the calling thread runs inside `react(to:)`, or in a replay.
    static func reacting(with mailbox: ObjectIdentifier) -> Engine? {
        applying { ObjectIdentifier($0.mailbox) == mailbox && $0.phase == .reacting }
    }

    /// Keeps a report of code that fired inside `react(to:)`.
    ///
    /// - Returns: whether the event or command is to wait in the mailbox. A replay applies events that were applied before, and
    ///   their reducers have fired then; code that is released in a replay fires for the first time.
    func admitsReentrant(_ name: String) -> Bool {
        loop.work.append(.report(.firedInsideReact(name)))
        guard let fold = LogFold.progress, let entry = fold.pointee.position?.entry else { return true }
        fold.pointee.fired += 1
        guard fold.pointee.fired > misuse.firedFromEntry[entry, default: 0] else { return false }
        misuse.firedFromEntry[entry] = fold.pointee.fired
        return true
    }

    /// Drops an operation that was not admitted, since it comes from a replay.
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
        runtime.report(Report(.endlessCascade(name(), depth: depth)))
    }

    /// More causes in a row than a program can mean.
    static let cascadeLimit = 10_000
}
