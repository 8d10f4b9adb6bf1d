import Reactor

extension JournalEncoding where StateType: Codable {
    /// How the events and states of a catalog become bytes. What a redactor names does not; nor is there a digest then,
    /// from which a short secret could be guessed.
    init(_ catalog: EventCatalog<StateType>, _ redactor: Redactor? = nil) {
        self.init(
            state: { state in
                let json = try catalog.encode(state: state)
                return (redactor?.state(json) ?? json).bytes(.canonical)
            },
            digest: { redactor == nil ? SHA256.hexDigest(of: $0) : nil },
            content: JournalContent(
                schema: catalog.schema, isRedacted: redactor != nil, name: { catalog.schema(of: $0)?.name ?? "\($0)" }
            ) { event in
                do throws(CatalogError) {
                    var recorded = try catalog.encode(event)
                    _ = redactor?.redact(&recorded)
                    return recorded
                } catch {
                    guard case .unregistered(let unregistered) = error.problem else { throw error }
                    return RecordedEvent(name: unregistered.type, gap: .unregistered)
                }
            })
    }
}

extension Journal {
    /// What a core hands its steps to. Where the catalog says so, an event that is not listed ends the program when its
    /// turn comes.
    func recorder<StateType: State & Codable>(
        _ encoding: JournalEncoding<StateType>, for catalog: EventCatalog<StateType>
    ) -> any Recorder<StateType> {
        let recorder = recorder(encoding)
        return catalog.unregistered.stops ? ListedOnly(recorder, catalog) : recorder
    }
}

/// Ends the program at an event that the catalog does not list, while whoever fired it can still be seen.
final class ListedOnly<StateType: State & Codable>: Recorder {
    private let recorder: any Recorder<StateType>
    private let catalog: EventCatalog<StateType>

    init(_ recorder: any Recorder<StateType>, _ catalog: EventCatalog<StateType>) {
        self.recorder = recorder
        self.catalog = catalog
    }

    func record(_ step: LogStep, cause: LogCause?) {
        for event in step.events.all where catalog.schema(of: type(of: event)) == nil {
            fatalError("\(CatalogError(.unregistered(UnregisteredEvent(type(of: event)))))")
        }
        recorder.record(step, cause: cause)
    }

    var now: Timestamp? { recorder.now }
    var room: Int { recorder.room }
    var flight: (any FlightSteps)? { recorder.flight }
    func groupBegan() { recorder.groupBegan() }
    func groupEnded() { recorder.groupEnded() }
    var wantsState: Bool { recorder.wantsState }
    func keep(visible: StateType, _ record: LedgerRecord<StateType>) { recorder.keep(visible: visible, record) }
    func end(visible: StateType, _ record: LedgerRecord<StateType>) { recorder.end(visible: visible, record) }
    func whenRoom(_ resume: @escaping @Sendable () -> Void) { recorder.whenRoom(resume) }
}
