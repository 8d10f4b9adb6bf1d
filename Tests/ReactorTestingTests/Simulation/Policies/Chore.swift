import Reactor
import ReactorTesting

/// Takes some time, reports its beginning and its end, and fails or ignores cancellation if configured to do so.
struct Chore: Command {
    let number: Int
    let name: String
    let limit: Int?
    let length: Duration
    let fails: Bool
    let heedsCancellation: Bool
    let sim: Simulation

    func execute(state: ChoreBoard, core: Core<ChoreBoard>) async throws {
        core.fire(event: ChoreBegan(number: number, name: name, limit: limit))
        if heedsCancellation {
            try await sim.sleep(for: length)
        } else {
            await sim.start("chore \(number)") { try await sim.sleep(for: length) }.value
        }
        if fails { throw ChoreFailed(number: number) }
        core.fire(event: ChoreDone(number: number))
    }
}

struct ChoreFailed: Error, CustomStringConvertible {
    let number: Int
    var description: String { "chore \(number) failed" }
}
