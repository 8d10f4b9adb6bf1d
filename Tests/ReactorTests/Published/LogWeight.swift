import Reactor

// The published command, unchanged except for the namespace that replaces its app's module.
extension WeightApp {
    struct LogWeight: Command {

        private var networkAccess: WeightLossNetworkAccess = WeightLossNetworkAPIAccess()

        var weight: Double

        init(weight: Double) {
            self.weight = weight
        }

        func execute(state: State, core: Core<State>) {
            guard let user = state.user else {
                Logger.warning("Tried logging weight without user")
                return
            }

            networkAccess.logWeight(
                user.id, weight: weight,
                completion: { _ in
                    core.fire(command: GetWeightRecords())
                })

            core.fire(command: OptimisticallyAddWeightLog(weight: weight))
        }

    }
}
