import Reactor
import ReactorRecording

extension Shopping {
    /// The permanent names of the events in the journal.
    static let catalog = EventCatalog<Shopping>(
        parts: [.part(\.items, as: "items")],
        events: [
            .event(ItemAdded.self, as: "item.added"),
            .event(ItemMarked.self, as: "item.marked"),
            .event(ItemRemoved.self, as: "item.removed"),
            .event(ListOutdated.self, as: "list.outdated"),
            .event(PathChanged.self, as: "path.changed"),
            .event(SheetChanged.self, as: "sheet.changed"),
            .event(ProblemRead.self, as: "problem.read"),
        ])
}

/// Opens the list from a journal. Changes without a response from the last launch are rolled back.
func openShopping(in folder: String, shop: any Shop, runtime: Runtime = .main) async throws -> OpenedCore<Shopping> {
    let opened = try await Core.open(
        journal: folder, initial: Shopping(), catalog: Shopping.catalog,
        configuration: JournalConfiguration(app: "shopping"), dependencies: Dependencies { $0.shop = shop },
        runtime: runtime)
    for pending in opened.pending { pending.prediction.rollback() }
    return opened
}
