import ExampleWeightLogCore
import Reactor
import ReactorTesting
import Testing

@testable import ExampleWeightLogApp

@MainActor
@Suite("A window of the weight log")
struct LogScreenTests {
    private func record(_ day: String, _ kilograms: String) throws -> WeightRecord {
        WeightRecord(id: 7, reading: Reading(day: try Day(parsing: day), weight: try Weight(parsing: kilograms)))
    }

    @Test("Two windows have their own search, sheet and form")
    func windows() throws {
        let (first, second) = (
            ObservableCore(Core(state: LogScreen(), runtime: .main)),
            ObservableCore(Core(state: LogScreen(), runtime: .main))
        )
        first.fire(event: SheetChanged(.edit(try record("2026-01-05", "79.5"))))
        second[LogScreen.search] = "2025"
        #expect(first.weight == "79.5")
        #expect(first.search.isEmpty)
        #expect(second.sheet == nil)
    }

    @Test("Another log closes the sheet and ends the search, but the settings stay open")
    func anotherLog() throws {
        try ReducerTest(given: LogScreen()).when(SheetChanged(.edit(try record("2026-01-05", "79.5"))), LogChanged())
            .then { _ in }
        try ReducerTest(given: LogScreen()).when(SheetChanged(.settings), LogChanged()).then { $0.sheet = .settings }
    }

    @Test("The next launch restores the search and an unfinished form")
    func restored() throws {
        let before = ObservableCore(Core(state: LogScreen(), runtime: .main))
        before[LogScreen.search] = "2026"
        before.fire(event: SheetChanged(.edit(try record("2026-01-05", "79.5"))))
        before[LogScreen.weight] = "79,"
        let after = ObservableCore(Core(state: LogScreen(), runtime: .main))
        let stored = try #require(before.stored)
        after.fire(event: try #require(ScreenRestored(stored)))
        #expect(after.search == "2026")
        #expect(after.weight == "79,")
        #expect(after.sheet == .edit(try record("2026-01-05", "79.5")))
        #expect(ScreenRestored(stored.dropLast()) == nil)
    }

    @Test(
        "The form reads digits of every script, with a point, a comma or an Arabic separator",
        arguments: [
            "80,5", "80.5", "\u{668}\u{660}\u{66B}\u{665}", "\u{96E}\u{966}.\u{96B}", "\u{FF18}\u{FF10}.\u{FF15}",
        ])
    func digits(_ text: String) throws {
        let screen = ObservableCore(Core(state: LogScreen(), runtime: .main))
        screen.fire(event: SheetChanged(.log(today: try Day(parsing: "2026-01-05"))))
        screen[LogScreen.weight] = text
        #expect(try screen.reading.get().weight.grams == 80_500)
    }

    @Test("A character with a number that is no digit stays an error", arguments: ["Ⅷ0", "八十", "½"])
    func noDigits(_ text: String) throws {
        let screen = ObservableCore(Core(state: LogScreen(), runtime: .main))
        screen.fire(event: SheetChanged(.log(today: try Day(parsing: "2026-01-05"))))
        screen[LogScreen.weight] = text
        #expect(screen.saving == nil)
        #expect(screen.hint != nil)
    }

    /// The texts that a search could be compared with: a date, and each number of decimals of a weight.
    private func matches(_ word: String, _ reading: Reading) -> Bool {
        let decimals = String(reading.weight.grams % 1_000 + 1_000).dropFirst()
        let weight = "\(reading.weight.grams / 1_000).\(decimals)"
        return "\(reading.day)".hasPrefix(word) || weight.hasPrefix(word)
    }

    @Test("A search finds the same rows as a comparison with the beginning of each row's texts")
    func model() throws {
        let readings = WeightBook.large(3_000).records.map(\.reading)
        for word in [
            "8", "80", "81.", "82.5", "83.11", "84.036", "2", "20", "202", "2025", "2025-", "2025-1", "2025-10",
            "2024-02-",
            "2024-02-2", "2024-02-29", "2023-02-29", "2025-13", "1", "500", "0", "2025-0", "2025-00",
        ] {
            let search = LogSearch(word)
            let (found, expected) = (readings.filter(search.matches), readings.filter { matches(word, $0) })
            #expect(found == expected, "\(word)")
        }
        #expect(readings.filter(LogSearch("banana").matches).isEmpty)
    }

    @Test("Controls set the sheet, the day, the alert and the environment in the same call")
    func controls() async throws {
        let screen = ObservableCore(Core(state: LogScreen(), runtime: .main))
        screen[LogScreen.sheet] = .settings
        #expect(screen.sheet == .settings)
        screen[LogScreen.sheet] = .edit(try record("2026-02-03", "71"))
        screen[LogScreen.date] = screen[LogScreen.date].addingTimeInterval(86_400)
        #expect(screen.day == Day(year: 2026, month: 2, day: 4))
        let model = WeightLogModel.loading { desk in
            desk.isOpen = true
            desk.problem = UserFacingError(ServerError.refused(2), retry: .retryRefused)
        }
        #expect(model.desk[Desk.alertsProblem])
        model.desk[Desk.alertsProblem] = false
        #expect(model.desk.problem == nil)
        model.desk[Desk.environment] = .device
        #expect(model.desk.environment == .device)
        #expect(!model.desk.isOpen)
        await model.desk.core.close(grace: .zero)
        await screen.core.close()
    }
}
