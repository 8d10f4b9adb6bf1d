import Reactor
import Workloads

/// The cost of alternative designs, in one run.
struct Comparison {
    /// One design's line.
    struct Line {
        let name: String
        var oneProducer = 0.0
        var ratio = 0.0
        var fourProducers: Double?
        var delivered = 0.0
        var keepsOrder = true
    }

    let effort: Effort

    func measure() async throws -> [Line] {
        var lines: [Line] = []
        let entries: [Entry] = [
            Entry(PlainLoopDesign<EightCasts>.self, delivered: PlainLoopDesign<OneCast>.self, isForThreads: false),
            Entry(LockedLoop<EightCasts>.self, delivered: LockedLoop<OneCast>.self),
            Entry(awaited: AwaitedActor<EightCasts>.self),
            Entry(CombinePipeline<EightCasts>.self, delivered: CombinePipeline<OneCast>.self),
            Entry(SerialQueue<EightCasts>.self, delivered: SerialQueue<OneCast>.self),
            Entry(StreamOfEvents<EightCasts>.self, delivered: StreamOfEvents<OneCast>.self),
            Entry(TaskPerEvent<EightCasts>.self, delivered: TaskPerEvent<OneCast>.self, keepsOrder: false),
            Entry(ReactorCore<EightCasts>.self, delivered: ReactorCore<OneCast>.self),
        ]
        let count = effort.events(100_000)
        let one = try await Rounds(
            effort.rounds, entries.map { entry in Contestant(name: entry.name) { try await entry.oneProducer(count) } })
        let four = try await Rounds(
            effort.rounds,
            entries.compactMap { entry in
                entry.fourProducers.map { cost in Contestant(name: entry.name) { try await cost(count) } }
            })
        let delivered = try await Rounds(
            effort.rounds,
            entries.map { entry in
                Contestant(name: entry.name) { try await entry.delivered.backToBack(effort.events(10_000)) }
            })
        for entry in entries {
            lines.append(
                Line(
                    name: entry.name, oneProducer: one[entry.name],
                    ratio: one.ratio(entry.name, to: PlainLoopDesign<EightCasts>.name),
                    fourProducers: entry.fourProducers == nil ? nil : four[entry.name], delivered: delivered[entry.name],
                    keepsOrder: entry.keepsOrder))
            entry.delivered.finish()
        }
        return lines
    }
}

/// One design and its measurement.
private struct Entry {
    let name: String
    let keepsOrder: Bool
    let oneProducer: (Int) async throws -> Double
    let fourProducers: ((Int) async throws -> Double)?
    let delivered: DeliveryTimes

    init<Measured: SynchronousDesign, Delivered: SynchronousDesign>(
        _ design: Measured.Type, delivered: Delivered.Type, isForThreads: Bool = true, keepsOrder: Bool = true
    ) where Delivered.Work == OneCast {
        name = Measured.name
        self.keepsOrder = keepsOrder
        oneProducer = { count in
            try await Entry.cost(of: design, count, keepsOrder) { await $0.produce(count, producer: 0) }
        }
        fourProducers =
            isForThreads
            ? { count in
                try await Entry.cost(of: design, count, keepsOrder) { measured in
                    await onThreads(4) { measured.produceNow(count / 4, producer: $0) }
                }
            } : nil
        self.delivered = DeliveryTimes(delivered)
    }

    init(awaited design: AwaitedActor<EightCasts>.Type) {
        name = AwaitedActor<EightCasts>.name
        keepsOrder = true
        oneProducer = { count in
            try await Entry.cost(of: design, count, true) { await $0.produce(count, producer: 0) }
        }
        fourProducers = { count in
            try await Entry.cost(of: design, count, true) { measured in
                await withDiscardingTaskGroup { group in
                    for producer in 0..<4 { group.addTask { await measured.produce(count / 4, producer: producer) } }
                }
            }
        }
        delivered = DeliveryTimes(AwaitedActor<OneCast>.self)
    }

    private static func cost<Measured: Design>(
        of design: Measured.Type, _ count: Int, _ keepsOrder: Bool, _ produce: (Measured) async -> Void
    ) async throws -> Double {
        let measured = Measured(watch: nil)
        var attendance = Attendance()
        let cost = await nanoseconds(each: count) {
            await produce(measured)
            attendance = await measured.attendance(of: count)
        }
        measured.finish()
        try check(attendance, count, inOrder: keepsOrder, Measured.name)
        return cost
    }
}
