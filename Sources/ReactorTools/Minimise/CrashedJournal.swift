import ReactorRecording

/// The journal of a program that did not close it, with the later steps in its flight recorder.
struct CrashedJournal {
    let file: OpenedRecording
    let end: UnexpectedEnd

    /// Returns the known steps of the core, up to the event in flight if its content was stored.
    func recording() throws -> RecordingDraft {
        let written = try RecordingDraft(of: file)
        return RecordingDraft(header: written.header, entries: written.entries + end.entries)
    }

    /// The reason why the replay does not crash, or nil if the recording contains the event in flight.
    var nothingFound: String? { unrecorded.map(MinimiseError.notRecorded) }

    /// The step in flight, if the recording does not contain it.
    private var unrecorded: UnexpectedEnd.Step? {
        let known = end.entries.last { $0.event?.gap == nil }?.seq ?? end.seq
        return end.inFlight.flatMap { $0.seq > known ? $0 : nil }
    }
}
