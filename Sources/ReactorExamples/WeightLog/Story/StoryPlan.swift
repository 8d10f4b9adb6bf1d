import Terminal

/// What happens in the story: decided by a seed before it begins, so that the same seed tells the same.
struct StoryPlan: Equatable, Sendable {
    /// How the service answers one of the changes.
    struct Answer: Equatable, Sendable {
        let change: Change
        /// Why it is refused, if it is.
        let refusal: String?
    }

    /// What the service has at the start.
    let earlier: [WeightRecord]
    /// Made one right after the other.
    let changes: [Change]
    /// The answers to them, in the order in which they come.
    let answers: [Answer]
    /// After how many answers the service is asked for its records, and after how many its records arrive.
    let refresh: Range<Int>
    /// Logged by another device before that.
    let elsewhere: WeightRecord
    /// What was refused, asked for once more.
    let again: [Change]

    /// - Parameter failures: how many of a hundred changes the service refuses.
    init(seed: UInt64, failures: Int = StoryPlan.usualFailures) {
        var random = SeededRandom(seed: seed)
        let records = StoryPlan.records(7, &random)
        earlier = records[..<3].map(\.toHundredGrams)
        elsewhere = WeightRecord(id: 7, reading: records[6].reading).toHundredGrams
        let edited = earlier[1].corrected(to: Reading(day: earlier[1].reading.day, weight: records[5].reading.weight))
        changes = [
            .add([records[3]]), .update(edited), .add([records[4]]), .delete(earlier[2]), .add([records[5]]),
        ]
        let refused = Set(StoryPlan.shuffled(changes, &random).prefix((changes.count * failures + 50) / 100))
        answers = StoryPlan.shuffled(changes, &random).map { [refused] change in
            let reason = StoryPlan.reasons[random.number(in: 0...StoryPlan.reasons.count - 1)]
            return Answer(change: change, refusal: refused.contains(change) ? reason : nil)
        }
        let begin = random.number(in: 0...2)
        refresh = begin..<random.number(in: begin + 1...changes.count - 1)
        again = zip(8..., changes.filter(refused.contains)).map { id, change in
            guard case .add(let records) = change else { return change }
            return .add(records.map { WeightRecord(id: id, reading: $0.reading) })
        }
    }

    static let usualFailures = 40

    /// One a day, none a whole hundred grams: that would hide that the service rounds.
    private static func records(_ count: Int, _ random: inout SeededRandom) -> [WeightRecord] {
        var grams = random.number(in: 7_200...8_800) * 10
        return (1...count).compactMap { id in
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
        "the service did not answer in time", "the connection was lost", "the service is too busy",
    ]
}
