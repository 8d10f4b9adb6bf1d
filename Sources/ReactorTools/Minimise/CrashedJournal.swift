import ReactorRecording

/// The journal of a program that did not close it, with what its flight recorder has behind the last entry.
struct CrashedJournal {
    let file: OpenedRecording
    let end: UnexpectedEnd

    /// What the core did, as far as it is known: to the event in flight, where its content was kept.
    func recording() throws -> RecordingDraft {
        let written = try RecordingDraft(of: file)
        return RecordingDraft(header: written.header, entries: written.entries + end.entries)
    }

    /// Why nothing crashes in it; nil where the event in flight is part of it.
    var nothingFound: String? { unrecorded.map(MinimiseError.notRecorded) }

    /// The step in flight, where the recording does not reach it.
    private var unrecorded: UnexpectedEnd.Step? {
        let known = end.entries.last { $0.event?.gap == nil }?.seq ?? end.seq
        return end.inFlight.flatMap { $0.seq > known ? $0 : nil }
    }
}
