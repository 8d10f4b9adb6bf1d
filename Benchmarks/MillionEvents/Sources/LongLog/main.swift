import Foundation
import Reactor
import ReactorRecording

let usage = """
    usage: long-log FOLDER ENTRIES

    Records a log of weights like that of weightlog, with ENTRIES entries. Benchmarks/gigabyte runs it.
    """

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let folder = arguments.first, let count = arguments.last.flatMap({ UInt64($0) }) else {
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    exit(2)
}

let opened = try await Core.open(
    journal: folder, initial: Weights(), catalog: Weights.catalog,
    configuration: JournalConfiguration(
        app: "weightlog", durability: .grouped(every: .milliseconds(500)), rotation: Rotation(keeping: nil)))
let core = opened.core
var records = (1...50).map { id in
    Record(id: id, reading: Reading(day: "2026-01-\(id < 18 ? "0" : "")\(id / 2 + 1)", grams: 80_000 + id * 10))
}
core.predict(Predicted(change: Change(add: records))).commit(with: [Confirmed(saved: Change(add: records))])
core.fire(event: DeedDone(deed: Deed(added: 1...records.count)))
var number = 0
while opened.journal.lastSeq < count {
    for _ in 0..<500 {
        number += 1
        let place = number % records.count
        var record = records[place]
        record.original = record.original ?? record.reading
        record.reading.grams = 80_000 + number * 7_919 % 9_973
        let prediction = core.predict(Predicted(change: Change(update: record)))
        // One in ten is refused; the first hundred of these are noted, all of them would make the state as long as the log.
        if number % 10 != 3 {
            prediction.commit(with: [Confirmed(saved: Change(update: record))])
            core.fire(event: DeedDone(deed: Deed(edited: records[place])))
            records[place] = record
        } else if number < 1_000 {
            prediction.rollback(with: [Withdrawn(change: Change(update: record), reason: "the service is busy")])
        } else {
            prediction.rollback()
        }
    }
    await core.settled()
}
try await opened.journal.close()
print("recorded \(opened.journal.lastSeq) entries")
