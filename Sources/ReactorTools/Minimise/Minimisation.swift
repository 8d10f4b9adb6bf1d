import Reactor
import ReactorRecording

/// Looks for something in a recording: the number of the first entry after which it is there, nil when it never is or the
/// recording does not replay.
///
/// It gives the same answer for the same recording. It may throw `CancellationError`, and what keeps it from judging. A
/// ``ReplayError`` that it throws means that it is not there: a recording that does not replay is no shorter one.
package typealias RecordingJudge = (RecordingDraft) throws -> UInt64?

/// Makes a recording shorter as long as something is still found in it.
///
/// The way: the recording is cut after the first hit; predictions become what they came to; runs of events are squashed,
/// where the app says how; entries are left out by delta debugging (Zeller and Hildebrandt, 2002), in halves, quarters
/// and so on, with what refers to them; numbers, texts and lists in the payloads become smaller; where many entries are left,
/// the first of them become the state that they lead to, which becomes smaller like a payload; again until nothing does.
/// Each step is a recording that was judged: what it ends with is always a recording in which the judge finds it.
///
/// It draws no random number: the same recording and judge give the same result.
///
/// - Complexity: O(found · log(entries)) replays for what a few entries cause, and O(entries) where all are needed.
package struct Minimisation<StateType: State & Codable> {
    /// The smallest recording so far in which the judge finds it; right also after an interruption.
    package internal(set) var smallest: RecordingDraft
    /// How many recordings were judged.
    package internal(set) var replays = 0
    /// How many entries there were.
    package let entriesBefore: Int
    /// At most so many recordings are judged; then it ends with the smallest so far.
    package var limit = 20_000

    let catalog: EventCatalog<StateType>
    let squash: EventSquash<StateType>?
    /// Whether entries have made the state that the recording begins with, so that it may be another one.
    var hasMadeState: Bool
    private let judge: RecordingJudge

    /// Judges the whole recording, and cuts it after the first hit.
    ///
    /// - Throws: ``ReplayError`` if the recording does not replay to its end; ``MinimiseError/nothingFound(entries:)`` if it does,
    ///   and the judge finds nothing in it.
    package init(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, squash: EventSquash<StateType>? = nil,
        judge: @escaping RecordingJudge
    ) throws {
        let whole = try RecordingDraft(of: source)
        guard let hit = try judge(whole) else {
            // A judge finds nothing in a recording that does not replay. The reason is another one then.
            _ = try Replay(of: whole, catalog: catalog)
            throw MinimiseError.nothingFound(entries: whole.entries.count)
        }
        self.catalog = catalog
        self.squash = squash
        self.judge = judge
        entriesBefore = whole.entries.count
        replays = 1
        smallest = whole.cut(after: hit)
        hasMadeState = whole.header.from > 0
    }

    /// Goes on until nothing becomes smaller.
    ///
    /// - Parameter progress: called with the smallest recording so far, and how many were judged, whenever it got smaller.
    /// - Throws: what the judge throws. ``smallest`` is what was reached until then.
    package mutating func run(progress: (Self) -> Void = { _ in }) throws {
        let passes: [(inout Self) throws -> Void] = [
            { try $0.flattenEverything() }, { try $0.squashRuns() }, { try $0.leaveOutGroups() },
            { try $0.leaveOutLines() }, { try $0.flattenOneByOne() }, { try $0.shrinkPayloads() },
            { try $0.foldPrefix() },
        ]
        var before: RecordingDraft
        repeat {
            before = smallest
            for pass in passes {
                let last = smallest
                try pass(&self)
                if smallest != last { progress(self) }
            }
        } while smallest != before && replays < limit
    }

    /// Takes a recording when the judge finds it there as well.
    mutating func tries(_ candidate: RecordingDraft) throws -> Bool {
        guard candidate != smallest, replays < limit else { return false }
        replays += 1
        do {
            guard let hit = try judge(candidate) else { return false }
            smallest = candidate.cut(after: hit)
            return true
        } catch is ReplayError {
            return false
        }
    }
}

extension RecordingDraft {
    /// Without what follows an entry, and the group that it is of.
    func cut(after seq: UInt64) -> RecordingDraft {
        let count = Int(clamping: max(seq, header.from) - header.from)
        guard count < entries.count else { return self }
        return RecordingDraft(header: header, entries: entries.prefix(count))
    }

    /// The entries, those of a group together.
    var groups: [Range<Int>] {
        var groups: [Range<Int>] = []
        for index in entries.indices {
            if let place = entries[index].group, place.index > 1, let last = groups.popLast() {
                groups.append(last.lowerBound..<index + 1)
            } else {
                groups.append(index..<index + 1)
            }
        }
        return groups
    }

    /// The same without some entries, or with others in their place.
    func replacing(_ range: Range<Int>, with others: [JournalEntry] = []) -> RecordingDraft {
        RecordingDraft(header: header, entries: entries[..<range.lowerBound] + others + entries[range.upperBound...])
    }

    /// The same with other entries.
    func with(_ entries: [JournalEntry]) -> RecordingDraft { RecordingDraft(header: header, entries: entries) }
}
