import Reactor

/// The key under which commands find the weight service.
enum WeightServiceKey: DependencyKey {
    /// Without another one: in this process, kept as long as the process lives.
    static var liveValue: any WeightService { EmbeddedWeightService(store: MemoryWeightStore()) }
}

extension Dependencies {
    var weights: any WeightService {
        get { self[WeightServiceKey.self] }
        set { self[WeightServiceKey.self] = newValue }
    }
}
