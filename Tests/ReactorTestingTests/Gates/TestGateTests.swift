import Reactor
import Testing

@testable import ReactorTesting

@Suite("A gate")
struct TestGateTests {
    struct Refused: Error, Equatable {}

    let gate = TestGate<Int>()

    @Test("A call waits until the gate opens, and returns the value")
    func opens() async throws {
        let passing = Task { [gate] in try await gate.wait() }
        await gate.arrived()
        #expect(gate.standing == 1)
        gate.open(with: 7)
        #expect(try await passing.value == 7)
        #expect(try await gate.wait() == 7)
        #expect(gate.arrivals == 2)
    }

    @Test("A waiting call throws the error of a failed gate")
    func fails() async {
        let passing = Task { [gate] in try await gate.wait() }
        await gate.arrived()
        gate.fail(with: Refused())
        await #expect(throws: Refused()) { try await passing.value }
    }

    @Test("A call can continue out of order")
    func letsOne() async throws {
        let first = Task { [gate] in try await gate.wait() }
        await gate.arrived(1)
        let second = Task { [gate] in try await gate.wait() }
        await gate.arrived(2)
        #expect(gate.resumeOne(at: 1, with: 2))
        #expect(try await second.value == 2)
        #expect(!gate.resumeOne(at: 1, with: 3))
        #expect(gate.resumeOne(throwing: Refused()))
        await #expect(throws: Refused()) { try await first.value }
    }

    @Test("A closed gate makes new calls wait")
    func closes() async throws {
        gate.open(with: 1)
        #expect(try await gate.wait() == 1)
        gate.close()
        let passing = Task { [gate] in try await gate.wait() }
        await gate.arrived(2)
        #expect(gate.standing == 1)
        gate.open(with: 2)
        #expect(try await passing.value == 2)
    }

    @Test("Cancellation is ignored unless the gate heeds it")
    func cancellation() async throws {
        let ignoring = Task { [gate] in try await gate.wait() }
        await gate.arrived()
        ignoring.cancel()
        #expect(gate.standing == 1)
        gate.open(with: 1)
        #expect(try await ignoring.value == 1)

        let heeding = TestGate<Void>(heedsCancellation: true)
        let passing = Task { try await heeding.wait() }
        await heeding.arrived()
        passing.cancel()
        await #expect(throws: CancellationError.self) { try await passing.value }
        #expect(heeding.standing == 0)
    }

    @Test("A wait for more arrivals ends with the cancellation of its test, and reports the number of arrivals")
    func fewerArrivals() async {
        let said = Guarded<[String]>([])
        gate.arrive()
        let waiting = Task { [gate] in
            let recorder = TestFailureRecording.Recorder { failure in said.withLock { $0.append(failure.summary) } }
            await TestFailureRecording.$unfinished.withValue(recorder) {
                await gate.arrived(2)
            }
        }
        waiting.cancel()
        await waiting.value
        let failures = said.withLock { $0 }
        #expect(failures.count == 1)
        #expect(
            failures.first?.hasPrefix("The test waited for 2 arrivals at a gate, and was cancelled after 1.") == true)
    }
}
