import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Subscribers of a value with a tolerance, which is not transitive: 0 equals 6, 6 equals 12, and 0 differs from 12.
@Suite("Values that are compared with a tolerance")
struct ToleranceModelTests {
    private static func areEqual(_ told: Int, _ new: Int) -> Bool { abs(told - new) < 7 }
    private static let rough = Derived(\Notes.sum, isEqual: areEqual) { $0 }

    /// A naive model of a subscriber: it compares the current value with the value that it received last.
    private struct Model {
        let gate = TestGate<Void>()
        let told = Locked<[Int]>([])
        var expected: [Int]
        /// The value that it received last, or the value when it began.
        var last: Int
        var isBusy: Bool

        mutating func look(at value: Int) {
            guard !isBusy, !areEqual(last, value) else { return }
            expected.append(value)
            (last, isBusy) = (value, true)
        }
    }

    @Test("A busy, late or free subscriber receives the current value if it differs from its own", arguments: 1...40)
    func random(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let executor = StepExecutor()
        let core = Core(state: Notes(), runtime: executor.runtime())
        var (sum, models, subscriptions): (Int, [Model], [Subscription]) = (0, [], [])
        for _ in 0..<60 {
            if models.count < 5, random.chance(15) {
                let initial = random.chance(70)
                let model = Model(expected: initial ? [sum] : [], last: sum, isBusy: initial)
                let update: @Sendable (Int) async -> Void = { [told = model.told, gate = model.gate] value in
                    told.withLock { $0.append(value) }
                    try? await gate.wait()
                }
                if random.chance(50) {
                    subscriptions.append(core.subscribe(to: Self.rough, initial: initial) { await update($0) })
                } else {
                    executor.start {
                        for await value in core.updates(of: Self.rough, initial: initial) { await update(value) }
                    }
                }
                models.append(model)
            } else if let index = models.indices.randomElement(using: &random), models[index].isBusy, random.chance(50)
            {
                models[index].gate.resumeOne()
                models[index].isBusy = false
                models[index].look(at: sum)
            } else {
                let change = Int.random(in: -9...9, using: &random)
                sum += change
                core.fire(event: Noted(change))
                for index in models.indices { models[index].look(at: sum) }
            }
            executor.run()
            try #require(models.map(\.told.copy) == models.map(\.expected))
        }
        withExtendedLifetime(subscriptions) {}
    }

    @Test("A subscriber that is told 0 and busy receives 18, and not 9 or 100, when it is free; .every receives all")
    func busy() {
        let executor = StepExecutor()
        let core = Core(state: Notes(), runtime: executor.runtime())
        let (told, every, gate) = (Locked<[Int]>([]), Locked<[Int]>([]), TestGate<Void>())
        let rough = Derived(\Notes.sum, isEqual: { abs($0 - $1) < 10 }) { $0 }
        let subscriptions = [
            core.subscribe(to: rough) { value in
                told.withLock { $0.append(value) }
                try? await gate.wait()
            },
            core.subscribe(to: rough, delivery: .every) { value in every.withLock { $0.append(value) } },
        ]
        for change in [0, 100, -91, 9] {
            executor.run()
            core.fire(event: Noted(change))
        }
        executor.run()
        gate.open()
        executor.run()
        #expect(told.copy == [0, 18])
        #expect(every.copy == [0, 0, 100, 9, 18])
        withExtendedLifetime(subscriptions) {}
    }
}
