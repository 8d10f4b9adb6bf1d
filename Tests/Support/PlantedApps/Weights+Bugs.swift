internal import Reactor
package import ReactorRecording
import ReactorTesting
package import ExampleWeightLogCore

extension Weights: PlantableState {
    package static var name: String { app }
    package static var ownCatalog: EventCatalog<Weights> { catalog }
    package static var ownInvariants: [Invariant<Weights>] { invariants }

    package static let bugs: [Bug<Weights>] = [
        .crash("deletes what is not there") { log, event in
            guard case .delete(let record)? = (event as? ChangePredicted)?.change else { return false }
            return log.book[record.id] == nil
        },
        .crash("a heavy correction is confirmed", .outOfRange) { _, event in
            guard case .update(let record)? = (event as? ChangeConfirmed)?.saved else { return false }
            return record.reading.weight.grams > 110_000
        },
        .crash("the third that is rolled back", .overflow) { log, event in
            event is ChangeRolledBack && log.rollbacks.count == 2
        },
        .crash("fewer arrive after something was rolled back", .missingValue) { log, event in
            guard let event = event as? RecordsArrived else { return false }
            return event.book.records.count < log.book.records.count && !log.rollbacks.isEmpty
        },
        .crash("a refresh fails after three came") { log, event in event is RefreshFailed && log.refreshes >= 3 },
        .crash("the last record is deleted", .endlessRecursion) { log, event in
            guard case .delete? = (event as? ChangeConfirmed)?.saved else { return false }
            return log.book.records.count == 1
        },
        .crash("starts over with something pending", .missingValue) { log, event in
            event is Reset<Weights> && !log.book.records.isEmpty && log.refreshFailure != nil
        },
        changed("of many records none is deleted") { log, change in
            if case .delete(let record) = change, log.book.records.count > 5 { change = .update(record) }
        },
        changed("every seventh that is added is lost") { _, change in
            if case .add(let records) = change { change = .add(records.filter { $0.id % 7 != 0 }) }
        },
        changed("a correction of a whole kilogram is a gram more") { _, change in
            guard case .update(var record) = change, record.reading.weight.grams % 1_000 == 0,
                let weight = Weight(grams: record.reading.weight.grams + 1)
            else { return }
            record.reading.weight = weight
            change = .update(record)
        },
        .wrong("a failure stays after a refresh") { log, event in
            let failure = log.refreshFailure
            log.react(to: event)
            if event is RecordsArrived, let failure { log.edit { $0["refreshFailure"] = .string(failure) } }
        },
        .wrong("an empty answer is not counted") { log, event in
            if let event = event as? RecordsArrived, event.book.records.isEmpty { return }
            log.react(to: event)
        },
        .wrong("what was rolled back is there twice") { log, event in
            log.react(to: event)
            if event is ChangeRolledBack, log.rollbacks.count == 2 { log.react(to: event) }
        },
        .wrong("deletions are not pending") { log, event in
            log.react(to: event)
            guard case .delete? = (event as? ChangePredicted)?.change else { return }
            log.edit { log in log["pending"] = .array(Array((log["pending"]?.array ?? []).dropLast())) }
        },
        .wrong("the next number starts over") { log, event in
            log.react(to: event)
            if event is ChangeConfirmed, log.book.records.count == 6 { log.edit { $0["nextID"] = 1 } }
        },
        .wrong("the first two change places") { log, event in
            log.react(to: event)
            guard event is RecordsArrived, log.book.records.count > 3 else { return }
            log.edit { log in
                guard var rows = log["weights"]?["rows"]?.array else { return }
                rows.swapAt(0, 1)
                log["weights"]?["rows"] = .array(rows)
            }
        },
        .wrong("starting over keeps what was rolled back") { log, event in
            let rollbacks = log.rollbacks
            log.react(to: event)
            guard event is Reset<Weights> else { return }
            for rollback in rollbacks {
                log.react(to: ChangeRolledBack(change: rollback.change, reason: rollback.reason))
            }
        },
    ]

    private static func changed(
        _ title: String, _ change: @escaping @Sendable (Weights, inout Change) -> Void
    ) -> Bug<Weights> {
        .wrong(title) { log, event in
            switch event {
            case let event as ChangePredicted:
                var changed = event.change
                change(log, &changed)
                log.react(to: ChangePredicted(change: changed))
            case let event as ChangeConfirmed:
                var changed = event.saved
                change(log, &changed)
                log.react(to: ChangeConfirmed(saved: changed))
            default: log.react(to: event)
            }
        }
    }

    package static func session(seed: UInt64, count: Int) throws -> RecordingDraft {
        var random = SeededRandom(seed: seed)
        var maker = try SessionMaker(from: Weights(), id: "weights-\(seed)")
        var open: [(PredictionID, Change)] = []
        var book = WeightBook()
        for _ in 0..<count {
            switch random.below(20) {
            case 0..<9:
                let change = change(&random, book)
                open.append((try maker.begin(ChangePredicted(change: change)), change))
            case 9..<16:
                guard !open.isEmpty else { continue }
                let (id, change) = open.remove(at: random.below(open.count))
                try maker.add(.replace(id), [ChangeConfirmed(saved: change)])
                book.apply(change)
            case 16:
                guard !open.isEmpty else { continue }
                let (id, change) = open.remove(at: random.below(open.count))
                try maker.add(.rollback(id), [])
                if random.chance(60) { try maker.add(ChangeRolledBack(change: change, reason: "refused")) }
            case 17:
                if random.chance(30) { book = WeightBook(records: Array(book.records.dropLast(2))) }
                try maker.add(.place(asOf: nil), [RecordsArrived(book: random.chance(10) ? WeightBook() : book)])
            case 18: try maker.add(RefreshFailed(reason: "away"))
            default:
                guard random.chance(15) else { continue }
                try maker.add(.event(withdrawing: open.map(\.0)), [Reset<Weights>()])
                open = []
                book = WeightBook()
            }
        }
        return maker.draft
    }

    private static func change(_ random: inout SeededRandom, _ book: WeightBook) -> Change {
        let known = book.records.isEmpty ? nil : book.records[random.below(book.records.count)]
        let grams = random.number(in: 60...112) * 1_000 + (random.chance(30) ? 0 : random.below(1_000))
        guard let weight = Weight(grams: grams) else { fatalError("\(grams) g is no weight") }
        let reading = Reading(day: Day(ordinal: 19_000 + random.below(300)), weight: weight)
        let record = WeightRecord(id: known?.id ?? random.number(in: 1...30), reading: reading)
        switch random.below(5) {
        case 0: return .delete(known ?? record)
        case 1: return .update(record)
        default: return .add([WeightRecord(id: random.number(in: 1...40), reading: reading)])
        }
    }
}
