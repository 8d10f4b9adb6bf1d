import Reactor
import ReactorRecording

/// A function that returns the first entry after which a fault is present, or nil if it never is or the recording cannot be
/// replayed.
///
/// It must return the same result for the same recording. It can throw `CancellationError`, or an error that prevents a result. A
/// thrown ``ReplayError`` counts as nil, because the recording cannot be replayed.
package typealias RecordingJudge = (RecordingDraft) throws -> UInt64?

/// A search for the smallest recording that shows a fault.
///
/// The recording is cut after the first occurrence. Predictions are replaced with the events that they resolved to. Delta
/// debugging (Zeller and Hildebrandt, 2002) removes halves of the entries, then quarters and so on, together with the entries
/// that refer to them. Numbers, texts and arrays in the payloads become smaller. This is repeated until no step makes the
/// recording smaller. The judge has found the fault in each recording that is kept.
///
/// It draws no random number: the same recording and judge give the same result.
///
/// - Complexity: O(found · log(entries)) replays if few entries cause the fault, and O(entries) if all are needed.
package struct Minimisation {
    /// The smallest recording with the fault so far. It is valid after an interruption, too.
    package internal(set) var smallest: RecordingDraft
    /// The number of recordings that were judged.
    package internal(set) var replays = 0
    /// The number of entries before the minimization.
    package let entriesBefore: Int
    /// The largest number of recordings to judge. After that, the search ends.
    package var limit = 20_000

    /// Whether entries have created the base state, so that it can be reduced.
    let hasMadeState: Bool
    private let judge: RecordingJudge

    /// Judges the whole recording, and cuts it after the first occurrence.
    ///
    /// - Throws: ``ReplayError`` if the recording cannot be replayed to its end; ``MinimiseError/nothingFound(entries:)`` if it
    ///   can, and the judge finds nothing in it.
    package init<StateType>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, judge: @escaping RecordingJudge
    ) throws {
        let whole = try RecordingDraft(of: source)
        guard let hit = try judge(whole) else {
            // A judge also finds nothing in a recording that cannot be replayed, which is another error.
            _ = try Replay(of: whole, catalog: catalog)
            throw MinimiseError.nothingFound(entries: whole.entries.count)
        }
        self.judge = judge
        entriesBefore = whole.entries.count
        replays = 1
        smallest = whole.cut(after: hit)
        hasMadeState = whole.header.from > 0
    }

    /// Runs until the recording cannot be reduced.
    ///
    /// - Parameter progress: A closure that receives the search after each reduction.
    /// - Throws: The errors of the judge. ``smallest`` stays valid.
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

    /// Takes a candidate if the judge finds the fault in it.
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
    /// Returns the draft without the entries after an entry and its group.
    func cut(after seq: UInt64) -> RecordingDraft {
        let count = Int(clamping: max(seq, header.from) - header.from)
        guard count < entries.count else { return self }
        return RecordingDraft(header: header, entries: entries.prefix(count))
    }

    /// The ranges of entries, with one range for each group.
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

    func with(_ entries: [JournalEntry]) -> RecordingDraft { RecordingDraft(header: header, entries: entries) }
}
