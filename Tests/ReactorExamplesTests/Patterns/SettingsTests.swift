import Reactor
import ReactorRecording
import ReactorTools
import ReactorTestSupport
import Testing

@testable import ExamplePatterns

@Suite("The settings")
struct SettingsTests {
    @Test("Are restored when they are opened again")
    func kept() async throws {
        let folder = try ScratchFolder()
        try await change(in: folder, key: "hunter2")
        let again = try await settings(in: folder)
        let state = await again.core.state
        #expect(state.language == .german)
        #expect(state.accessKey.revealed == "hunter2")
        try await again.close()
    }

    @Test("Audit: secrets leave in no report and no page, and other values do")
    func audit() async throws {
        let folder = try ScratchFolder()
        try await change(in: folder, key: "hunter2")
        let recording = try RecordingFile(path: folder.path + "/settings")
        let report = try BugReport(of: recording, catalog: Settings.catalog, redactor: .confidential)
        let inspection = try Inspection(of: recording, catalog: Settings.catalog, redactor: .confidential)
        for bytes in [report.bytes(), inspection.page()] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("hunter2"))
            #expect(text.contains("settings.language"))
            #expect(text.contains("\"de\"") || text.contains("\\\"de\\\""))
        }
        // It was there to be found.
        let open = try BugReport(of: recording, catalog: Settings.catalog, redactor: nil)
        #expect(String(decoding: open.bytes(), as: UTF8.self).contains("hunter2"))
    }

    private func settings(in folder: ScratchFolder) async throws -> OpenedCore<Settings> {
        try await Core.open(
            journal: folder.path + "/settings", initial: Settings(), catalog: Settings.catalog,
            configuration: JournalConfiguration(app: "patterns settings"))
    }

    private func change(in folder: ScratchFolder, key: String) async throws {
        let settings = try await settings(in: folder)
        settings.core.fire(event: Settings.language.assigning(.german))
        settings.core.fire(event: Settings.accessKey.assigning(Confidential(key)))
        await settings.core.settled()
        try await settings.close()
    }
}
