import Reactor

/// Something that a core did and that a test can look at: one event, an atomic group, or a step of a prediction.
struct Happening<StateType: State>: Sendable {
    /// Its number in the order in which things happened, from 1 on.
    let number: Int
    let steps: [LogStep]
    /// The command it comes from, if any.
    let cause: LogCause?
    @Boxed var before: StateType
    @Boxed var after: StateType

    /// The certain events among its steps, those that take the place of a prediction left out.
    var events: [any Event] {
        steps.flatMap { step -> [any Event] in
            switch step.kind {
            case .event, .report, .place: step.events.all
            default: []
            }
        }
    }

    /// What it begins or continues to predict.
    var predicted: (id: PredictionID, events: [any Event])? {
        for step in steps {
            switch step.kind {
            case .begin(let id), .append(let id): return (id, step.events.all)
            default: continue
            }
        }
        return nil
    }

    /// The prediction that it makes certain, and what takes its place.
    var confirmed: (id: PredictionID, replacement: [any Event])? {
        for step in steps {
            switch step.kind {
            case .commit(let id), .replace(let id): return (id, step.events.all)
            default: continue
            }
        }
        return nil
    }

    /// The prediction that it rolls back.
    var withdrawn: PredictionID? {
        for case .rollback(let id) in steps.map(\.kind) { return id }
        return nil
    }

    /// The predictions that a Reset took back silently.
    var silentlyWithdrawn: [PredictionID] {
        steps.flatMap { step -> [PredictionID] in
            guard case .event(let withdrawing) = step.kind else { return [] }
            return withdrawing
        }
    }

    /// Whether it is only the beginning or the end of a read, of which nothing is seen.
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
    /// Whether they are of these types, in this order.
    func areExactly(_ types: [any Event.Type]) -> Bool {
        map { ObjectIdentifier(type(of: $0)) } == types.map { ObjectIdentifier($0) }
    }
}
