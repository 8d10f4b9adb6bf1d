import Reactor
import ReactorTesting

@testable import ReactorRecording

extension JournalLine {
    /// Any line that can be written.
    static func arbitrary(_ random: inout SeededRandom) -> JournalLine {
        switch random.below(10) {
        case 0: .header(.arbitrary(&random))
        case 1: .check(.arbitrary(&random))
        default: .entry(.arbitrary(&random))
        }
    }
}

extension JournalCheck {
    static func arbitrary(_ random: inout SeededRandom) -> JournalCheck {
        JournalCheck(
            seq: random.next(), digest: random.chance(50) ? String.arbitrary(&random) : nil,
            synced: random.chance(50) ? random.next() : nil, members: random.chance(30) ? .arbitrary(&random) : nil,
            end: random.chance(20) ? JournalCheck.End.allCases.randomElement(using: &random) : nil,
            isSuspended: random.chance(20), isResumed: random.chance(20))
    }
}

extension [String: UInt32] {
    static func arbitrary(_ random: inout SeededRandom) -> [String: UInt32] {
        var members: [String: UInt32] = [:]
        for _ in 0..<random.below(4) { members[String.arbitrary(&random)] = UInt32(truncatingIfNeeded: random.next()) }
        return members
    }
}

extension JournalHeader {
    static func arbitrary(_ random: inout SeededRandom) -> JournalHeader {
        var schema = JournalSchema(state: random.below(9))
        for _ in 0..<random.below(4) { schema.events[String.arbitrary(&random)] = random.below(20) }
        let pending = (0..<random.below(4)).map { _ in
            let owner: PendingEntry.Owner? =
                switch random.below(3) {
                case 0: nil
                case 1: .mark(MarkID(random.next()))
                default: .prediction(PredictionID(random.next()))
                }
            return PendingEntry(owner: owner, events: (0..<random.below(3)).map { _ in .arbitrary(&random) })
        }
        return JournalHeader(
            id: String.arbitrary(&random), app: String.arbitrary(&random), from: random.next(), at: .arbitrary(&random),
            schema: schema, base: RecordedEvent.payload(&random), pending: pending,
            counters: JournalCounters(
                prediction: PredictionID(random.next()), mark: MarkID(random.next()), launch: random.next(),
                skipped: random.chance(20) ? random.next() : 0),
            isRedacted: random.chance(20), segment: random.chance(50) ? random.below(1_000_000) : nil,
            after: random.chance(50) ? UInt32(truncatingIfNeeded: random.next()) : nil)
    }
}

extension JournalEntry {
    static func arbitrary(_ random: inout SeededRandom) -> JournalEntry {
        let step = JournalStep.arbitrary(&random)
        var entry = JournalEntry(
            seq: random.next(), number: random.chance(20) ? random.next() : nil, at: .arbitrary(&random), step: step)
        if random.chance(30) {
            let count = 1 + random.below(9)
            entry.group = GroupPlace(index: 1 + random.below(count), count: count)
        }
        if random.chance(30) {
            entry.cause = JournalCause(
                command: String.arbitrary(&random), launch: random.next(),
                parent: random.chance(50) ? random.next() : nil,
                event: random.chance(50) ? random.next() : nil, place: .arbitraryPlace(&random))
        }
        entry.place = .arbitraryPlace(&random)
        if random.chance(20) { entry.launchedAt = .arbitrary(&random) }
        if case .event = step {
            entry.event = .arbitrary(&random)
        } else if random.chance(50) {
            entry.event = .arbitrary(&random)
        }
        return entry
    }
}

extension String? {
    /// One of a few places, so that most occur in several lines.
    fileprivate static func arbitraryPlace(_ random: inout SeededRandom) -> String? {
        random.chance(50) ? "App/\(random.chance(50) ? "List" : "Zürich \"1\"").swift:\(1 + random.below(3))" : nil
    }
}

extension JournalStep {
    static func arbitrary(_ random: inout SeededRandom) -> JournalStep {
        let id = PredictionID(random.next())
        let mark = MarkID(random.next())
        switch random.below(12) {
        case 0: return .event(withdrawing: (0..<(1 + random.below(3))).map { PredictionID(UInt64($0)) })
        case 1: return .begin(id)
        case 2: return .append(id)
        case 3: return .commit(id)
        case 4: return .replace(id)
        case 5: return .rollback(id)
        case 6: return .mark(mark)
        case 7: return .place(asOf: mark)
        case 8: return .place(asOf: nil)
        case 9: return .release(mark)
        case 10: return .report(asOf: mark)
        default: return .event()
        }
    }
}

extension RecordedEvent {
    static func arbitrary(_ random: inout SeededRandom) -> RecordedEvent {
        RecordedEvent(
            name: String.arbitrary(&random), version: random.below(5), payload: payload(&random),
            gap: random.chance(10) ? Gap.allCases.randomElement(using: &random) : nil)
    }

    static func payload(_ random: inout SeededRandom) -> [UInt8] {
        let texts = [
            "{}", "null", "12.50", "[1,[2,{}]]", #"{"a":"}]\",","b":[{"c":"\\"}]}"#, #"" ünïcødé 💥""#,
            #"{"crc":"00000000"}"#,
        ]
        return Array(texts[random.below(texts.count)].utf8)
    }
}

extension String {
    static func arbitrary(_ random: inout SeededRandom) -> String {
        let parts = ["a", "é", "e\u{301}", "\"", "\\", "\n", "\u{0}", "\u{1f}", "💥", " ", "/", "</script>", "\u{2028}"]
        return (0..<random.below(6)).map { _ in parts[random.below(parts.count)] }.joined()
    }
}

extension Timestamp {
    static func arbitrary(_ random: inout SeededRandom) -> Timestamp {
        let any = Int64(truncatingIfNeeded: random.next())
        return Timestamp(millisecondsSince1970: random.chance(20) ? any : any % 4_102_444_800_000)
    }
}
