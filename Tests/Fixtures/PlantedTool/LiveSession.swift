import PlantedApps
import Reactor
import ReactorRecording

/// Repeats a recorded session in a core with a journal. With a bug that ends the program, the signal ends it in `react(to:)`,
/// and the folder is left as by any app.
struct LiveSession<App: PlantableState> {
    let recording: Recording
    let flight: FlightRecorder

    private typealias Live = Core<Planted<App>>

    /// Plays the session. Returns only if the bug of this process does not crash it.
    func play(into folder: String) async throws {
        let catalog = Planted<App>.catalog
        let initial = try catalog.decode(state: recording.header.base, version: recording.header.schema.state)
        let opened = try await Live.open(
            journal: folder, initial: initial, catalog: catalog,
            // Nothing is synced: the tests remove the end of the file, which is damage if it had reached the disk.
            configuration: JournalConfiguration(app: App.name, durability: .process, flight: flight))
        var predictions: [PredictionID: Prediction] = [:]
        var group: [any Event] = []
        for case .entry(let entry) in recording.lines {
            guard let event = try entry.event.map(catalog.decode) ?? settling(entry, &predictions) else { continue }
            group.append(event)
            guard entry.group?.isLast ?? true else { continue }
            fire(group, entry.step, opened.core, &predictions)
            group = []
            // The events are faster than typing, but the writer has time for some of them.
            await opened.core.settled()
        }
        try await opened.close()
    }

    /// Performs a step without an event, and returns nil.
    private func settling(_ entry: JournalEntry, _ predictions: inout [PredictionID: Prediction]) -> (any Event)? {
        switch entry.step {
        case .commit(let id): predictions.removeValue(forKey: id)?.commit()
        case .rollback(let id): predictions.removeValue(forKey: id)?.rollback()
        case .replace(let id): predictions.removeValue(forKey: id)?.commit(with: [])
        default: fatalError("\(entry.step) is in no session that is generated")
        }
        return nil
    }

    private func fire(
        _ events: [any Event], _ step: JournalStep, _ core: Live, _ predictions: inout [PredictionID: Prediction]
    ) {
        switch (step, events.count) {
        case (.begin(let id), 1): predictions[id] = core.predict(events[0], owner: App.self)
        case (.replace(let id), _): predictions.removeValue(forKey: id)?.commit(with: events)
        case (.place(asOf: nil), 1): core.fire(event: events[0], .authoritative)
        case (.event(let withdrawn), _):
            for id in withdrawn { predictions[id] = nil }
            core.fire(events: events)
        default: fatalError("\(step) is in no session that is generated")
        }
    }
}
