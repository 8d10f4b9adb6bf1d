import ReactorPlatform

/// The plan of the demo. The seed and the percentage of refusals determine all of it, so equal arguments show the same
/// demo.
struct StoryPlan: Equatable, Sendable {
    /// The response of the service to a change.
    struct Answer: Equatable, Sendable {
        let change: Change
        /// The reason for a refusal, or nil if the service accepts the change.
        let refusal: String?
    }

    /// The records of the service at the start.
    let earlier: [WeightRecord]
    /// The local changes, which are made one right after the other.
    let changes: [Change]
    /// The responses to the changes, in the order in which they arrive.
    let answers: [Answer]
    /// The number of responses before the records of the service are requested, and the number before they arrive.
    let refresh: Range<Int>
    /// The record that another device adds before that request.
    let elsewhere: WeightRecord
    /// The record that another device corrects while the response is in flight. The service pushes it immediately.
    let corrected: WeightRecord

    /// - Parameter failures: The percentage of changes that the service refuses.
    init(seed: UInt64, failures: Int = StoryPlan.usualFailures) {
        var random = SplitMix64(seed: seed)
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

    /// Returns a random selection of the changes. Its size is the percentage `failures`, rounded to a whole number.
    private static func refused(of changes: [Change], _ failures: Int, _ random: inout SplitMix64) -> Set<Change> {
        Set(shuffled(changes, &random).prefix((changes.count * failures + 50) / 100))
    }

    private static func answers(
        to changes: [Change], refusing refused: Set<Change>, _ random: inout SplitMix64
    ) -> [Answer] {
        changes.map { change in
            let reason = reasons[random.number(in: 0...reasons.count - 1)]
            return Answer(change: change, refusal: refused.contains(change) ? reason : nil)
        }
    }

    /// Returns a record for each day. No weight is a multiple of 100 g, because it would hide the rounding of the
    /// service.
    private static func records(
        _ ids: ClosedRange<Int>, after grams: Int, _ random: inout SplitMix64
    ) -> [WeightRecord] {
        var grams = grams
        return ids.compactMap { id in
            grams += random.number(in: -40...40) * 10
            if grams % 100 == 0 { grams += 30 }
            let day = Day(ordinal: firstDay).advanced(by: id - 1)
            return Weight(grams: grams).map { WeightRecord(id: id, reading: Reading(day: day, weight: $0)) }
        }
    }

    private static func shuffled(_ changes: [Change], _ random: inout SplitMix64) -> [Change] {
        var rest = changes
        return changes.map { _ in rest.remove(at: random.number(in: 0...rest.count - 1)) }
    }

    /// The ordinal of 2026-01-01.
    private static let firstDay = 20_454
    private static let reasons = [
        "no answer in time", "the connection was lost", "the service is too busy",
    ]
}

extension WeightRecord {
    /// The record with 200 g less, as the correction of another device.
    fileprivate var correctedElsewhere: WeightRecord {
        guard let weight = Weight(grams: reading.weight.grams - 200) else { return self }
        return corrected(to: Reading(day: reading.day, weight: weight))
    }
}
