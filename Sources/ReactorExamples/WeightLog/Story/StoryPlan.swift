import ReactorTerminal

/// The events of the story: decided by a seed before it begins, so that the same seed shows the same story.
struct StoryPlan: Equatable, Sendable {
    /// How the service answers one of the changes.
    struct Answer: Equatable, Sendable {
        let change: Change
        /// Why it is refused, if it is.
        let refusal: String?
    }

    /// The records of the service at the start.
    let earlier: [WeightRecord]
    /// Made one right after the other.
    let changes: [Change]
    /// The answers to them, in the order in which they come.
    let answers: [Answer]
    /// The number of responses after which the records of the service are requested, and the number after which
    /// they arrive.
    let refresh: Range<Int>
    /// Logged by another device before that.
    let elsewhere: WeightRecord
    /// Corrected by another device while those records are on their way, and pushed at once.
    let corrected: WeightRecord

    /// - Parameter failures: how many of a hundred changes the service refuses.
    init(seed: UInt64, failures: Int = StoryPlan.usualFailures) {
        var random = SeededRandom(seed: seed)
        let grams = random.number(in: 7_200...8_800) * 10
        let records = StoryPlan.records(1...7, after: grams, &random)
        earlier = records[..<3].map(\.toHundredGrams)
        elsewhere = WeightRecord(id: 7, reading: records[6].reading).toHundredGrams
        corrected = earlier[0].correctedElsewhere
        let edited = earlier[1].corrected(to: Reading(day: earlier[1].reading.day, weight: records[5].reading.weight))
        changes = [
            .add([records[3]]), .update(edited), .add([records[4]]), .delete(earlier[2]), .add([records[5]]),
        ]
        let refused = StoryPlan.refused(of: changes, failures, &random)
        let order = StoryPlan.shuffled(changes, &random)
        answers = StoryPlan.answers(to: order, refusing: refused, &random)
        let begin = random.number(in: 0...2)
        refresh = begin..<random.number(in: begin + 1...changes.count - 1)
    }

    static let usualFailures = 40

    /// So many of a hundred of the changes, to the nearest.
    private static func refused(of changes: [Change], _ failures: Int, _ random: inout SeededRandom) -> Set<Change> {
        Set(shuffled(changes, &random).prefix((changes.count * failures + 50) / 100))
    }

    private static func answers(
        to changes: [Change], refusing refused: Set<Change>, _ random: inout SeededRandom
    ) -> [Answer] {
        changes.map { change in
            let reason = reasons[random.number(in: 0...reasons.count - 1)]
            return Answer(change: change, refusal: refused.contains(change) ? reason : nil)
        }
    }

    /// One a day, none a whole hundred grams: that would hide that the service rounds.
    private static func records(
        _ ids: ClosedRange<Int>, after grams: Int, _ random: inout SeededRandom
    ) -> [WeightRecord] {
        var grams = grams
        return ids.compactMap { id in
            grams += random.number(in: -40...40) * 10
            if grams % 100 == 0 { grams += 30 }
            let day = Day(ordinal: firstDay).advanced(by: id - 1)
            return Weight(grams: grams).map { WeightRecord(id: id, reading: Reading(day: day, weight: $0)) }
        }
    }

    private static func shuffled(_ changes: [Change], _ random: inout SeededRandom) -> [Change] {
        var rest = changes
        return changes.map { _ in rest.remove(at: random.number(in: 0...rest.count - 1)) }
    }

    /// 2026-01-01.
    private static let firstDay = 20_454
    private static let reasons = [
        "no answer in time", "the connection was lost", "the service is too busy",
    ]
}

extension WeightRecord {
    /// Two hundred grams less, as another device wrote it.
    fileprivate var correctedElsewhere: WeightRecord {
        guard let weight = Weight(grams: reading.weight.grams - 200) else { return self }
        return corrected(to: Reading(day: reading.day, weight: weight))
    }
}
