import Foundation
import Reactor
import ReactorRecording
import ReactorTesting

/// - Parameter path: The folder for the test that shows the order; nil if no test is written.
func checkOrders(writingTo path: String?) async throws {
    func explore(_ steps: @escaping (Seats) -> [ExplorationStep]) throws -> ExplorationReport {
        try Exploration(of: Seats(), depth: 6) { for step in steps($0) { step } }
            .always(Seats.invariants).check(writingTo: path)
    }
    let report = try explore { seats in seats.taken.isEmpty ? [.fired(SeatTaken(name: "Ada"))] : [] }
    await Check.holds("\(report)" == "2 states in up to 1 steps; there are no others", "\(report)")
    var found: ExplorationFailure?
    do {
        _ = try explore { seats in
            [
                seats.taken.contains("Ada") ? nil : .predicted(SeatTaken(name: "Ada")),
                .authoritative(SeatsRead(names: ["Ada"])),
            ].compactMap(\.self)
        }
    } catch let failure as ExplorationFailure { found = failure }
    await Check.holds(found?.description.contains("the shortest way has 2 steps") == true, "\(found as Any)")
    if let path {
        let written = try String(contentsOfFile: path, encoding: .utf8)
        await Check.holds(written == found?.test, "the test that is written: \(written)")
    }
}
