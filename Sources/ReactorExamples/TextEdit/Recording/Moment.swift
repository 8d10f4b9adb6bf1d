import ReactorRecording
import ReactorTools
import Terminal

/// What was seen at one moment of a recording.
struct Moment {
    let seq: UInt64
    let last: UInt64
    let text: String
    /// Code points.
    let length: Int
    /// Of the state.
    let digest: String
    /// What happened last; nil at the beginning.
    let entry: JournalEntry?

    /// The moment that a playback stands at.
    ///
    /// - Throws: `ReplayError`
    init(playback: inout Playback<Document, SessionRecording>) throws(ReplayError) {
        let state = playback.state
        seq = playback.seq
        last = playback.last
        text = state.text.string
        length = state.text.count
        do {
            digest = try Document.catalog.digest(of: state)
        } catch {
            throw .catalog(error, seq: playback.seq)
        }
        entry = try playback.source.entry(playback.seq)
    }
}

extension SessionRecording {
    /// The entry of that number, nil when there is none.
    fileprivate func entry(_ seq: UInt64) throws(ReplayError) -> JournalEntry? {
        guard seq > header.from else { return nil }
        var lines = try lines(after: seq - 1)
        while let line = try lines.next() {
            if case .entry(let entry) = line { return entry }
        }
        return nil
    }
}

extension Moment: CustomStringConvertible {
    /// For people, one line each.
    var description: String {
        """
        after \(Int(seq).grouped) of \(Int(last).counted("event")), \(length.counted("code point"))
        \(entry.map { EntryText($0).line().drop { $0 == " " } + "\n" } ?? "")\
        digest \(digest)

        """
    }

    /// For scripts.
    var json: JSON {
        var event = JSON.null
        if let recorded = entry?.event {
            let payload = (try? JSON(parsing: recorded.payload)) ?? .null
            event = [
                "name": .string(recorded.name), "version": .number(JSON.Number(recorded.version)), "payload": payload,
            ]
        }
        return [
            "seq": .number(JSON.Number(seq)), "last": .number(JSON.Number(last)),
            "length": .number(JSON.Number(length)), "digest": .string(digest), "event": event,
        ]
    }
}
