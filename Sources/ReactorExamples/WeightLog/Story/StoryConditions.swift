import Reactor

/// A service that is slow, refuses one weight, and keeps weights to a hundred grams.
struct StoryConditions: ServiceConditions {
    let plan: StoryPlan
    let clock: RuntimeClock

    func meet(_ call: ServiceCall) async throws {
        guard case .add(let records) = call else { return try await clock.sleep(for: StoryConditions.readingDelay) }
        guard let index = plan.logged.firstIndex(where: { records.contains($0) }) else {
            // The other device has been waiting for its answer elsewhere.
            if records.contains(plan.again) { try await clock.sleep(for: StoryConditions.retryDelay) }
            return
        }
        try await clock.sleep(for: plan.delays[index])
        if index == plan.refused { throw ServiceError.refused(plan.reason) }
    }

    func rounded(_ record: WeightRecord) -> WeightRecord {
        StoryConditions.toHundredGrams(record)
    }

    static func toHundredGrams(_ record: WeightRecord) -> WeightRecord {
        let grams = (record.reading.weight.grams + 50) / 100 * 100
        guard let weight = Weight(grams: grams) else { return record }
        return WeightRecord(id: record.id, reading: Reading(day: record.reading.day, weight: weight))
    }

    private static let readingDelay = Duration.milliseconds(250)
    private static let retryDelay = Duration.milliseconds(600)
}
