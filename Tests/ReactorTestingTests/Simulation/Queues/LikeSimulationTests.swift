import ReactorOffline
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("A like that is refused once and toggled ten times, offline and online")
struct LikeSimulationTests {
    @Test("The like ends as the user left it, or the reason is reported", arguments: [nil, LanePolicy.stops])
    func toggled(policy: LanePolicy?) async throws {
        try await Simulation.check(seeds: 0..<UInt64(Loops.rounds(of: 150))) { sim in
            sim.sometimes("one was refused", try await LikeSession.run(policy: policy, in: sim))
        }
    }
}
