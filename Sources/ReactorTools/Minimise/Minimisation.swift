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
/// The recording is cut after the first hit. Predictions become the events that they resolved to. Delta debugging (Zeller and
/// Hildebrandt, 2002) leaves out halves of the entries, then quarters and so on, together with the entries that refer to
/// them. Numbers, texts and lists in the payloads become smaller. This is repeated until no step makes the recording smaller.
/// The judge has found the fault in each recording that is kept.
///
/// It draws no random number: the same recording and judge give the same result.
///
/// - Complexity: O(found · log(entries)) replays for what a few entries cause, and O(entries) where all are needed.
package struct Minimisation {
    /// The smallest recording so far in which the judge finds it; right also after an interruption.
    package internal(set) var smallest: RecordingDraft
    /// How many recordings were judged.
    package internal(set) var replays = 0
    /// How many entries there were.
    package let entriesBefore: Int
    /// At most so many recordings are judged; then it ends with the smallest so far.
    package var limit = 20_000

    /// Whether entries have made the state that the recording begins with, so that it may become smaller.
    let hasMadeState: Bool
    private let judge: RecordingJudge

    /// Judges the whole recording, and cuts it after the first hit.
    ///
    /// - Throws: ``ReplayError`` if the recording does not replay to its end; ``MinimiseError/nothingFound(entries:)`` if it does,
    ///   and the judge finds nothing in it.
    package init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, judge: @escaping RecordingJudge
    ) throws {
        let whole = try RecordingDraft(of: source)
        guard let hit = try judge(whole) else {
            // A judge finds nothing in a recording that does not replay. The reason is another one then.
            _ = try Replay(of: whole, catalog: catalog)
            throw MinimiseError.nothingFound(entries: whole.entries.count)
        }
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
            { try $0.flattenEverything() }, { try $0.leaveOutGroups() }, { try $0.leaveOutLines() },
            { try $0.flattenOneByOne() }, { try $0.shrinkPayloads() },
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

    /// The same with other entries.
    func with(_ entries: [JournalEntry]) -> RecordingDraft { RecordingDraft(header: header, entries: entries) }
}
