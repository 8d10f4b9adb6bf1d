import ReactorTesting
import ReactorTestSupport
import Testing

/// A machine and its naive model, which receive the same operations and must agree after each.
protocol Trial: ~Copyable {
    associatedtype Operation

    init()

    /// An operation that is valid now.
    func makeOperation(_ random: inout SeededRandom) -> Operation

    /// Performs it on both and compares them. Does nothing if it is not valid (any more).
    mutating func perform(_ operation: Operation) throws(Difference)

    /// Ends everything, and checks that nothing is left.
    mutating func finish() throws(Difference)
}

/// A difference between the machine and the model.
struct Difference: Error {
    let text: String

    init(_ text: String) { self.text = text }

    static func check<Value: Equatable>(
        _ what: @autoclosure () -> String, _ machine: Value, _ model: Value
    ) throws(Difference) {
        if machine != model { throw Difference("\(what())\n    machine: \(machine)\n    model:   \(model)") }
    }
}

/// The shortest script found that makes a machine differ from its model.
struct Failure<Subject: Trial & ~Copyable> {
    let script: [Subject.Operation]
    let difference: Difference
}

extension Trial where Self: ~Copyable {
    /// Makes random operations in runs of up to a hundred: 50,000 by default, scaled by ``Loops`` for `operations`. A
    /// difference is recorded with its seed and the shortest script that still shows it.
    static func compare(operations: Int = 2_000_000, sourceLocation: SourceLocation = #_sourceLocation) {
        var left = Loops.rounds(of: operations)
        var seed: UInt64 = 0
        while left > 0 {
            seed += 1
            let length = Int(10 + seed % 10 * 10)
            left -= length
            guard let failure = firstFailure(seed: seed, length: length) else { continue }
            let script = failure.script.map { "    \($0)" }.joined(separator: "\n")
            Issue.record("seed \(seed): \(failure.difference.text)\n\(script)", sourceLocation: sourceLocation)
            return
        }
    }

    /// Runs one seed; nil when machine and model agreed to the end.
    static func firstFailure(seed: UInt64, length: Int) -> Failure<Self>? {
        var random = SeededRandom(seed: seed)
        var trial = Self()
        var script: [Operation] = []
        do throws(Difference) {
            for _ in 0..<length {
                script.append(trial.makeOperation(&random))
                try trial.perform(script[script.count - 1])
            }
            try trial.finish()
            return nil
        } catch {
            let shortest = shortened(script, showing: error) { difference(of: $0) }
            return Failure(script: shortest.script, difference: shortest.difference)
        }
    }

    private static func difference(of script: [Operation]) -> Difference? {
        var trial = Self()
        do throws(Difference) {
            for operation in script { try trial.perform(operation) }
            try trial.finish()
            return nil
        } catch {
            return error
        }
    }
}
