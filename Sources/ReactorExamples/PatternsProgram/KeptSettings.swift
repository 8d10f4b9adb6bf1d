import Patterns
import Reactor
import ReactorRecording

/// The settings, kept in a journal of their own where a folder was named.
struct KeptSettings {
    let core: Core<Settings>
    private let journal: Journal?

    init(_ folder: String?) async throws {
        guard let folder else {
            (core, journal) = (Core(state: Settings()), nil)
            return
        }
        let opened = try await Core.open(
            journal: folder, initial: Settings(), catalog: Settings.catalog,
            configuration: JournalConfiguration(app: "patterns settings"))
        (core, journal) = (opened.core, opened.journal)
    }

    func close() async throws {
        await core.close()
        try await journal?.close()
    }
}
