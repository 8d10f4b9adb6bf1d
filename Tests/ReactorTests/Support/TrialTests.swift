import ReactorTesting
import Testing

/// A machine that forgets to count the seventh addition since the last clearing.
private struct ForgetfulTrial: Trial {
    enum Operation: Equatable, CustomStringConvertible {
        case add, clear, look

        var description: String { "\(self)" }
    }

    private var additions = 0
    private var count = 0

    func makeOperation(_ random: inout SeededRandom) -> Operation {
        random.chance(80) ? .add : random.chance(30) ? .clear : .look
    }

    mutating func perform(_ operation: Operation) throws(Difference) {
        switch operation {
        case .add:
            additions += 1
            if additions != 7 { count += 1 }
        case .clear: (additions, count) = (0, 0)
        case .look: break
        }
        try Difference.check("count", count, additions)
    }

    func finish() {}
}

@Suite struct TrialTests {
    @Test("A difference is found, and shrunk to the operations that it takes")
    func shrinks() throws {
        let failure = try #require(
            (1..<100).lazy.compactMap { ForgetfulTrial.firstFailure(seed: $0, length: 60) }.first)
        #expect(failure.script == Array(repeating: .add, count: 7))
        #expect(failure.difference.text == "count\n    machine: 6\n    model:   7")
    }

    @Test("The same seed gives the same numbers")
    func repeats() {
        var first = SeededRandom(seed: 42)
        var second = SeededRandom(seed: 42)
        var other = SeededRandom(seed: 43)
        let numbers = (0..<100).map { _ in first.next() }
        #expect(numbers == (0..<100).map { _ in second.next() })
        #expect(numbers != (0..<100).map { _ in other.next() })
    }
}
