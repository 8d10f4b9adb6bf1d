import Testing

@testable import Reactor

/// A core that stands for a part of the state.
@Suite("Parts of one type")
struct PlaceTests {
    private struct Pages: State {
        var left = Notes(numbers: [1])
        var right = Notes(numbers: [2])

        mutating func react(to event: any Event) {
            if event is Noted { right.react(to: event) }
        }
    }

    private let executor = StepExecutor()

    @Test("Two parts of one type are distinguished, though their members have one key path")
    func areApart() throws {
        let whole = Core(state: Pages(), runtime: executor.runtime())
        let left = try part(\.left, of: whole)
        let right = try part(\.right, of: whole)
        let delivered = [Recorder<[Int]>(), Recorder<[Int]>(), Recorder<[Int]>()]
        left.add(subscriber: delivered[0], selecting: \.numbers)
        right.add(subscriber: delivered[1], selecting: \.numbers)
        // The same subscriber to both is two subscriptions.
        left.add(subscriber: delivered[2], selecting: \.numbers)
        right.add(subscriber: delivered[2], selecting: \.numbers)
        executor.run()
        whole.fire(event: Noted(3))
        executor.run()
        #expect(delivered.map(\.values) == [[[1]], [[2], [2, 3]], [[1], [2], [2, 3]]])
    }

    private func part(_ keyPath: KeyPath<Pages, Notes>, of whole: Core<Pages>) throws -> Core<Notes> {
        let offset = try #require(MemoryOffset<Pages>.whole.member(keyPath))
        return Core(engine: whole.engine, path: .stored(offset), owner: nil)
    }
}
