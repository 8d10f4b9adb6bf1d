import Reactor

/// An action of a core that a test can check: one event, an atomic group, or a step of a prediction.
struct CoreActivity<StateType: State>: Sendable {
    /// The number in the order of happenings, from 1.
    let number: Int
    let steps: [LogStep]
    /// The command that caused it, if any.
    let cause: LogCause?
    @Boxed var before: StateType
    @Boxed var after: StateType

    /// The confirmed events among its steps, without the replacements of predictions.
    var events: [any Event] {
        steps.flatMap { step -> [any Event] in
            switch step.kind {
            case .event, .report, .place: step.events.all
            default: []
            }
        }
    }

    /// The prediction that it begins or extends.
    var predicted: (id: PredictionID, events: [any Event])? {
        for step in steps {
            switch step.kind {
            case .begin(let id), .append(let id): return (id, step.events.all)
            default: continue
            }
        }
        return nil
    }

    /// The prediction that it commits, and the replacement.
    var committed: (id: PredictionID, replacement: [any Event])? {
        for step in steps {
            switch step.kind {
            case .commit(let id), .replace(let id): return (id, step.events.all)
            default: continue
            }
        }
        return nil
    }

    /// The prediction that it rolls back.
    var rolledBack: PredictionID? {
        for case .rollback(let id) in steps.map(\.kind) { return id }
        return nil
    }

    /// Whether it is only the beginning or the end of a read, which has no visible effect.
    var isInvisible: Bool {
        steps.allSatisfy { step in
            switch step.kind {
            case .mark, .release: true
            default: false
            }
        }
    }
}

extension [any Event] {
    /// Whether the events have these types, in this order.
    func areExactly(_ types: [any Event.Type]) -> Bool {
        map { ObjectIdentifier(type(of: $0)) } == types.map { ObjectIdentifier($0) }
    }
}
