import ExampleWeightLogCore
import Observation
import Reactor
import ReactorOffline
import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogApp

@MainActor
@Suite("The app of the weight log")
struct AppTests {
    let app = AppDriver()

    @Test("The first start opens an empty log on the device, and asks no server")
    func firstStart() async {
        let model = await app.start()
        #expect(model.page == .empty)
        #expect(model.desk.environment == .device)
        #expect(model.desk.banner == nil)
        #expect(app.server.arrivals.isEmpty)
    }

    @Test("A weight is logged with the form, and the newest day is first")
    func log() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        try await app.log("2026-01-04", "80,5", model)
        try await app.log("2026-01-03", "80.75", model)
        #expect(model.lines == ["2026-01-04 80.5 kg", "2026-01-03 80.75 kg", "2026-01-02 81.0 kg"])
        #expect(model.page == .list)
        #expect(app.screen.sheet == nil)
    }

    @Test("The form explains a weight that cannot be saved, and an empty field has no message")
    func hint() async throws {
        _ = await app.start()
        app.screen.fire(event: SheetChanged(.log(today: try Day(parsing: "2026-01-02"))))
        #expect(app.screen.hint == nil)
        #expect(app.screen.saving == nil)
        app.screen[LogScreen.weight] = "8"
        #expect(app.screen.hint?.contains("8 kg is not a possible weight") == true)
        #expect(app.screen.saving == nil)
        app.screen[LogScreen.weight] = "80"
        #expect(app.screen.hint == nil)
        #expect(app.screen.saving == .save(try reading("2026-01-02", "80"), of: nil))
    }

    @Test("The form of a weight begins with its values, and saves only a difference")
    func edit() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        app.screen.fire(event: SheetChanged(.edit(model.entries[0].record)))
        #expect(app.screen.weight == "81.0")
        #expect(app.screen.saving == nil)
        app.screen[LogScreen.day] = try Day(parsing: "2026-01-03")
        try await app.save("80", model)
        #expect(model.lines == ["2026-01-03 80.0 kg"])
    }

    @Test("A weight that was removed in the meantime is not edited, and the user reads it")
    func editRemoved() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        let record = model.entries[0].record
        await app.tap(.delete(record), model)
        await app.tap(.save(try reading("2026-01-02", "80"), of: record.id), model)
        #expect(model.desk.problem?.message.text == "This weight is no longer in the log.")
        #expect(model.lines.isEmpty)
        model.desk.fire(event: ProblemRead())
        #expect(model.desk.problem == nil)
    }

    @Test("A deletion offers an undo, which brings the weight back, and redo deletes it again")
    func undo() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        #expect(!model.desk.offersUndo)
        await app.tap(.delete(model.entries[0].record), model)
        #expect(model.desk.offersUndo)
        #expect(model.undoable == "deleted number 1, 81.0 kg on 2026-01-02")
        await app.tap(.step(.undo), model)
        #expect(model.lines == ["2026-01-02 81.0 kg"])
        #expect(!model.desk.offersUndo)
        #expect(model.canRedo)
        await app.tap(.step(.redo), model)
        #expect(model.page == .empty)
        #expect(!model.canRedo)
    }

    @Test("The next change withdraws the offer of an undo")
    func offer() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        await app.tap(.delete(model.entries[0].record), model)
        try await app.log("2026-01-03", "80", model)
        #expect(!model.desk.offersUndo)
        #expect(model.undoable == "logged 80.0 kg on 2026-01-03 as number 2")
    }

    @Test("The search finds days and weights")
    func search() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        try await app.log("2026-02-02", "80", model)
        func lines(_ search: String) -> [String] {
            model.shown(search: search).entries.map { "\($0.day) \($0.weight)" }
        }
        #expect(lines("2026-02") == ["2026-02-02 80.0 kg"])
        #expect(lines("81.0 KG") == ["2026-01-02 81.0 kg"])
        #expect(lines("\u{668}\u{661}") == ["2026-01-02 81.0 kg"], "Digits of another script")
        #expect(lines("2026 80") == ["2026-02-02 80.0 kg"])
        #expect(model.shown(search: "2027").page == .nothingFound)
        #expect(model.shown(search: "kg").entries.count == 2)
    }

    @Test("The next launch continues with the log, and its undo")
    func restart() async throws {
        let first = await app.start()
        try await app.log("2026-01-02", "81", first)
        await app.tap(.delete(first.entries[0].record), first)
        await app.close(first)
        let second = await app.start()
        #expect(second.page == .empty)
        await app.tap(.step(.undo), second)
        #expect(second.lines == ["2026-01-02 81.0 kg"])
    }

    @Test("The program reads the log of the app")
    func program() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        let read = try Weights(in: DataFolder(path: "\(app.scratch.folder.path)/device"))
        #expect(read.book == model.log?.book)
    }

    @Test("In the background the log is free for another process, whose changes the app shows after that")
    func background() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        await #expect(throws: (any Error).self) { try await app.session() }
        await app.tap(.suspend, model)
        let session = try await app.session()
        try await session.make(.add([WeightRecord(id: 2, reading: try reading("2026-01-03", "80"))]))
        try await session.close()
        await app.tap(.resume, model)
        #expect(model.lines == ["2026-01-03 80.0 kg", "2026-01-02 81.0 kg"])
        try await app.log("2026-01-04", "79", model)
        #expect(model.lines.count == 3)
        await app.tap(.save(try reading("2026-01-03", "82"), of: 2), model)
        #expect(model.desk.problem == nil)
        await app.tap(.delete(try #require(model.entries.first { $0.id == 2 }).record), model)
        #expect(model.lines == ["2026-01-04 79.0 kg", "2026-01-02 81.0 kg"])
    }

    @Test("A weight that is saved while another process has the folder is an error with a retry")
    func takenFolder() async throws {
        let model = await app.start()
        await app.tap(.suspend, model)
        let session = try await app.session()
        await app.tap(.resume, model)
        #expect(model.desk.problem?.retry == .resume)
        let save = Work.save(try reading("2026-01-02", "81"), of: nil)
        await app.tap(save, model)
        #expect(model.desk.problem?.retry == save)
        #expect(model.lines == [])
        try await session.close()
        await app.tap(save, model)
        #expect(model.desk.problem == nil)
        #expect(model.lines == ["2026-01-02 81.0 kg"])
    }

    @Test("A day in a year that the journal refuses is not saved")
    func impossibleYear() async throws {
        _ = await app.start()
        app.screen.fire(event: SheetChanged(.log(today: try #require(Day(year: 1850, month: 1, day: 2)))))
        app.screen[LogScreen.weight] = "81"
        #expect(app.screen.saving == nil)
        #expect(app.screen.hint?.contains("1850") == true)
    }

    @Test("A log that another process has open is an error with a retry")
    func inUse() async throws {
        let session = try await app.session()
        let model = await app.start()
        #expect(model.page == .failed)
        #expect(model.desk.problem?.message.text == "This is already open somewhere else.")
        try await session.close()
        let retry = try #require(model.desk.problem?.retry)
        await app.tap(retry, model)
        #expect(model.desk.problem == nil)
        #expect(model.page == .empty)
    }

    @Test("The demo user has an example log, and every environment its own log")
    func environments() async throws {
        let model = await app.start()
        try await app.log("2026-01-02", "81", model)
        model.desk.core.choose(environment: .demo)
        await app.settle(model)
        #expect(model.entries.count == WeightBook.demoUser.records.count)
        await app.tap(.delete(model.entries[0].record), model)
        #expect(model.entries.count == WeightBook.demoUser.records.count - 1)
        model.desk.core.choose(environment: .device)
        await app.settle(model)
        #expect(model.lines == ["2026-01-02 81.0 kg"])
        #expect(!model.desk.offersUndo)
    }

    @Test("A view that shows the list is notified of a new weight")
    func observation() async throws {
        let model = await app.start()
        let isNotified = Locked(false)
        withObservationTracking {
            _ = model.lines
        } onChange: {
            isNotified.withLock { $0 = true }
        }
        try await app.log("2026-01-02", "81", model)
        #expect(isNotified.withLock { $0 })
    }

    @Test("A preview has the page of its states")
    func samples() {
        #expect(WeightLogModel.sample(.demoUser).page == .list)
        #expect(WeightLogModel.sample(WeightBook()).page == .empty)
        #expect(WeightLogModel.loading().page == .loading)
        #expect(WeightLogModel.loading { $0.problem = UserFacingError(ServerError.refused(1)) }.page == .failed)
        #expect(WeightLogModel.sample(.large()).entries.count == 10_000)
        let offline = WeightLogModel.sample(.demoUser) { desk in
            (desk.isOnline, desk.hasServer, desk.unsent) = (false, true, 3)
        }
        #expect(offline.desk.banner?.text == "No connection. 3 changes are sent later.")
    }
}
