import Reactor

@testable import WeightLog

/// Looks at the weights right behind each Reset, when nothing of before may be left.
struct ResetWatch: Middleware {
    let leftovers = Guarded<[String]>([])

    func process(event: any Event, state: Weights) {
        guard event is Reset<Weights>, state != Weights() else { return }
        leftovers.withLock { $0.append("\(state)") }
    }
}
