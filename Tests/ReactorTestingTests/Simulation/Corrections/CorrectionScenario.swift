import Reactor
import ReactorTesting

/// One weight, corrected again before the service has responded.
struct Scale: State, Equatable {
    var grams = 0

    mutating func react(to event: any Event) {
        if let event = event as? Corrected { grams = event.grams }
    }
}

struct Corrected: Event { let grams: Int }

/// The service, with its weight.
actor ScaleRoom {
    private(set) var grams = 0

    func put(_ grams: Int) { self.grams = grams }
}

/// Shows the correction immediately, regardless of pending ones, and sends it after the others, or wrongly at the same time.
struct CorrectScale: Command {
    let grams: Int
    let isInLine: Bool
    let network: SimulatedService
    let room: ScaleRoom

    func execute(state: Scale, core: Core<Scale>) {
        let prediction = core.predict(Corrected(grams: grams), about: ["scale"])
        core.perform(options: isInLine ? CommandOptions(id: "scale", policy: .enqueue) : .default) { _ in
            do {
                try await network.call("correct to \(grams)") { await room.put(grams) }
                prediction.commit()
            } catch {
                prediction.rollback()
            }
        }
    }
}

/// A user who corrects a weight several times: when nothing is in flight, the shown weight is that of the service.
func correctScale(isInLine: Bool, in sim: Simulation) async throws {
    var random = sim.random
    let core = sim.core("scale", state: Scale())
    let network = sim.service("scales", faults: .flaky)
    let room = ScaleRoom()
    var isOnTop = false
    for grams in 1...random.number(in: 2...6) {
        let command = CorrectScale(grams: grams, isInLine: isInLine, network: network, room: room)
        if let handle = sim.step("correct to \(grams)", { core.fire(command: command) }) {
            _ = await handle.outcome
            if await core.pending.count > 1, await core.state.grams == grams { isOnTop = true }
        }
        try await sim.pass(.milliseconds(random.number(in: 0...60)))
    }
    await sim.settled()
    let (shown, there) = (await core.state.grams, await room.grams)
    try await sim.expect("\(shown) is shown, \(there) is there") { shown == there }
    sim.sometimes("a correction shows over one that is pending", isOnTop)
}
