import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("Suspended cores compared with a list")
struct SuspensionModelTests {
    typealias Numbered = SuspensionTests.Numbered
    typealias Numbers = SuspensionTests.Numbers
    typealias Desk = SuspensionTests.Desk

    /// The content of a journal and of the memory of one core, independent of the implementation.
    struct Model {
        /// The entries on the disk.
        var journal: [LogStep] = []
        /// The entries that wait to be written.
        var waiting: [LogStep] = []
        /// The part of the journal that the core knows while it is suspended.
        var known: Int?
        var isSuspended: Bool { known != nil }

        mutating func suspend() { known = known ?? journal.count }

        mutating func perform(_ step: LogStep) {
            if isSuspended { waiting.append(step) } else { journal.append(step) }
        }

        mutating func resume() {
            journal += waiting
            waiting = []
            known = nil
        }

        private var own: [LogStep] { journal.prefix(known ?? journal.count) + waiting }
        var seen: [Int] { Self.fold(own) }
        var kept: [Int] { Self.fold(journal) }
        var pending: [PredictionID] { Self.log(own).pending }

        /// Every step, for the investigation of a failure.
        var steps: String {
            (journal.map { ($0, "") } + waiting.map { ($0, "waiting ") }).map { step, waits in
                "\(waits)\(step.kind) \(step.events.all.map { ($0 as? Numbered)?.number ?? 0 })"
            }.joined(separator: "\n")
        }

        private static func log(_ steps: [LogStep]) -> NaiveLog {
            var log = NaiveLog()
            for step in steps { log.perform(step) }
            return log
        }

        private static func fold(_ steps: [LogStep]) -> [Int] { log(steps).fold(Numbers()).all }
    }

    /// One process with an opened core, and the predictions that it has begun.
    struct Process {
        let opened: OpenedCore<Numbers>
        var predictions: [Prediction] = []
        var marks: [Mark] = []

        /// Runs an operation, and returns it as steps.
        mutating func act(_ random: inout SeededRandom, _ next: inout Int) -> [LogStep] {
            next += 1
            let event = Numbered(number: next)
            let core = opened.core
            switch random.below(11) {
            case 0, 1:
                core.fire(event: event)
                return [.event(event)]
            case 2:
                next += 1
                let other = Numbered(number: next)
                core.fire(events: [event, other])
                return [.event(event), .event(other)]
            case 3:
                let prediction = core.predict(event)
                predictions.append(prediction)
                return [LogStep(.begin(prediction.id), [event])]
            case 4:
                guard !predictions.isEmpty else { return [] }
                let prediction = predictions.remove(at: random.below(predictions.count))
                switch random.below(3) {
                case 0:
                    prediction.commit()
                    return [LogStep(.commit(prediction.id))]
                case 1:
                    prediction.commit(with: [event])
                    return [LogStep(.replace(prediction.id), [event])]
                default:
                    prediction.rollback()
                    return [LogStep(.rollback(prediction.id))]
                }
            case 5:
                let mark = core.mark()
                marks.append(mark)
                return [LogStep(.mark(mark.id))]
            case 6:
                guard !marks.isEmpty else { return [] }
                let mark = marks.remove(at: random.below(marks.count))
                core.fire(event: event, .authoritative(asOf: mark))
                return [LogStep(.place(asOf: mark.id), [event])]
            case 7:
                core.fire(event: event, .authoritative)
                return [LogStep(.place(asOf: nil), [event])]
            case 8:
                guard let mark = marks.last else { return [] }
                core.report(event, below: mark.id)
                return [LogStep(.report(asOf: mark.id), [event])]
            case 9:
                // No process responds any more.
                guard let mark = marks.popLast() else { return [] }
                return [LogStep(.release(mark.id))]
            default:
                guard random.chance(20) else { return [] }
                core.fire(event: Reset<Numbers>())
                return [.event(Reset<Numbers>())]
            }
        }
    }

    @Test("After random steps, suspensions, other writers and kills, the state and the journal equal the list")
    func random() async throws {
        let (deepest, segments) = (Locked(0), Locked(0))
        try await Desk.simulated(seeds: Loops.rounds(of: 2_000, atLeast: 30)) { desk in
            var (desk, random) = (desk, desk.world.random)
            desk.rotation = Rotation(entries: 3 + random.below(30), keeping: random.chance(50) ? nil : 1)
            desk.capacity = 1 + random.below(20)
            var next = 0
            var model = Model()
            if random.chance(30) {
                next = 1 + random.below(5)
                model.journal = (1...next).map { .event(Numbered(number: $0)) }
                try desk.make(model.journal)
            }
            var app = Process(opened: try await desk.open())
            // The first is deep, and a tenth of the others.
            let isDeep = deepest.copy == 0 || random.chance(10)
            for turn in 0..<(isDeep ? 600 : 10 + random.below(50)) {
                let place = "turn \(turn)"
                switch random.below(12) {
                case 0...6: for step in app.act(&random, &next) { model.perform(step) }
                case 7:
                    try await app.opened.suspend()
                    model.suspend()
                case 8:
                    let found = try await app.opened.resume()
                    if !model.isSuspended { #expect(found == nil, "\(place)") }
                    model.resume()
                case 9 where model.isSuspended:
                    // Another process, which resolves all its predictions, and is sometimes killed after its last sync.
                    var other = Process(opened: try await desk.open(leavesPending: true))
                    #expect(await other.opened.core.state.all == model.kept, "\(place): the other")
                    for _ in 0..<random.below(6) { model.journal += other.act(&random, &next) }
                    for prediction in other.predictions {
                        prediction.commit()
                        model.journal.append(LogStep(.commit(prediction.id)))
                    }
                    for mark in other.marks {
                        other.opened.core.fire(event: Numbered(number: 0), .authoritative(asOf: mark))
                        model.journal.append(LogStep(.place(asOf: mark.id), [Numbered(number: 0)]))
                    }
                    await other.opened.core.settled()
                    if random.chance(30) {
                        try await other.opened.journal.durable()
                        desk.disk.kill()
                        if random.chance(50) { try desk.tear() }
                    } else {
                        try await other.opened.close()
                    }
                case 10 where model.isSuspended && random.chance(30):
                    // The app is killed, and started again: it rolls back its predictions.
                    desk.disk.kill()
                    model.waiting = []
                    model.known = nil
                    app = Process(opened: try await desk.open())
                    for step in app.opened.pending.map(\.prediction.id) {
                        model.journal.append(LogStep(.rollback(step)))
                    }
                    for resumed in app.opened.pending { resumed.prediction.rollback() }
                    for mark in NaiveLog(model.journal).marks { model.journal.append(LogStep(.release(mark))) }
                default:
                    let seen = await app.opened.core.state.all
                    #expect(seen == model.seen, "\(place): \(model.steps)")
                    #expect(await app.opened.core.pending == model.pending, "\(place): pending")
                }
            }
            let seen = await app.opened.core.state.all
            #expect(seen == model.seen, "\(model.steps)")
            try await app.opened.close()
            model.resume()
            let again = try await desk.open(leavesPending: true)
            #expect(await again.core.state.all == model.kept, "kept")
            #expect(await again.core.pending == model.pending, "kept pending")
            try await again.close()
            #expect(desk.reports.copy.filter { !$0.contains("released") && !$0.contains("prediction") } == [])
            deepest.withLock { [count = model.journal.count] in $0 = max($0, count) }
            let last = try JournalFolder("/journal").segments(desk.disk).last ?? 0
            segments.withLock { $0 = max($0, last) }
        }
        #expect(deepest.copy > 300 && segments.copy > 20, "\(deepest.copy) entries, \(segments.copy) segments")
    }
}

extension SuspensionTests.Desk {
    /// A journal that was not closed.
    fileprivate func make(_ steps: [LogStep]) throws {
        let catalog = SuspensionTests.Numbers.catalog
        var header = JournalHeader(
            id: "old", app: "tests", at: .zero, schema: catalog.schema,
            base: try catalog.encode(state: SuspensionTests.Numbers()).bytes(.canonical))
        header.segment = 1
        var lines = LineWriter()
        lines.write(header)
        for (index, step) in steps.enumerated() {
            let event = try step.events.all.first.map(catalog.encode)
            lines.write(JournalEntry(seq: UInt64(index + 1), at: .zero, step: step.kind, event: event))
        }
        try disk.makeFolder("/journal")
        disk[JournalFolder("/journal").segment(1)] = lines.bytes
    }

    /// The beginning of a line at the end of the last segment: a process was killed while it wrote that.
    fileprivate func tear() throws {
        let folder = JournalFolder("/journal")
        guard let last = try folder.segments(disk).last else { return }
        disk[folder.segment(last)] = (disk[folder.segment(last)] ?? []) + Array("{\"seq\":12,\"at\"".utf8)
    }
}

extension NaiveLog {
    init(_ steps: [LogStep]) {
        self.init()
        for step in steps { perform(step) }
    }

    /// The marks that are retained.
    var marks: [MarkID] { entries.compactMap { if case .mark(let id) = $0.owner { id } else { nil } } }
}
