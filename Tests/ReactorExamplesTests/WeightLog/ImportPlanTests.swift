import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Import into a log")
struct ImportPlanTests {
    @Test("Importing the same rows twice adds nothing, with any earlier log and edits")
    func twice() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var book = WeightBook()
            for id in 0..<random.number(in: 0...8) {
                let first = WeightRecord(id: id + 1, reading: try randomReading(&random))
                let isEdited = random.number(in: 0...2) == 0
                book.apply(.add([isEdited ? first.corrected(to: try randomReading(&random)) : first]))
            }
            let rows = try (0..<random.number(in: 0...8)).map { _ in try randomReading(&random) }
            let plan = ImportPlan(rows, into: book)
            #expect(plan.added.count + plan.known == rows.count, "seed \(seed)")
            book.apply(.add(plan.added))
            #expect(ImportPlan(rows, into: book).added.isEmpty, "seed \(seed)")
            #expect(ImportPlan(book.records.map(\.reading), into: book).added.isEmpty, "seed \(seed)")
        }
    }

    @Test("The same weight twice on a day is two weights")
    func repeated() throws {
        let row = try reading("2026-01-02", "80")
        let book = WeightBook(records: [WeightRecord(id: 4, reading: row)])
        let plan = ImportPlan([row, row], into: book)
        #expect(plan.added == [WeightRecord(id: 5, reading: row)])
        #expect(plan.known == 1)
    }

    @Test("A row that was corrected in the log is still known")
    func edited() throws {
        let row = try reading("2026-01-02", "80")
        let corrected = WeightRecord(id: 1, reading: row).corrected(to: try reading("2026-01-02", "81"))
        #expect(ImportPlan([row], into: WeightBook(records: [corrected])).added.isEmpty)
    }

    @Test("A correction that is undone leaves no trace")
    func correctedBack() throws {
        let first = try record(1, "2026-01-02", "80")
        #expect(first.corrected(to: try reading("2026-01-03", "80")).corrected(to: first.reading) == first)
    }
}
