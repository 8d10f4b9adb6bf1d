import Reactor

/// Shows weights as the log will be when adding them has worked.
struct OptimisticallyAddWeightLog: Command {
    let change: Change

    func execute(state: Weights, core: Core<Weights>) {
        core.fire(event: ChangePredicted(change: change))
    }
}
