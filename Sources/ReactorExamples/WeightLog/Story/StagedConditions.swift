/// A service in which every call waits until its owner decides how it continues: the owner decides which call
/// receives a response, when, and with which result. It stores weights to a hundred grams.
actor StagedConditions: ServiceConditions {
    private var waiting: [ServiceCall: AsyncThrowingStream<Void, any Error>.Continuation] = [:]
    private var expecting: [ServiceCall: CheckedContinuation<Void, Never>] = [:]

    /// Waits for the answer, or for the caller's task to be cancelled.
    nonisolated func meet(_ call: ServiceCall) async throws {
        let answers = AsyncThrowingStream<Void, any Error>.makeStream()
        await arrive(call, answers.continuation)
        for try await _ in answers.stream { return }
        throw CancellationError()
    }

    nonisolated func rounded(_ record: WeightRecord) -> WeightRecord { record.toHundredGrams }

    /// Returns when the call is there and waits.
    func arrived(_ call: ServiceCall) async {
        guard waiting[call] == nil else { return }
        await withCheckedContinuation { expecting[call] = $0 }
    }

    /// Lets a call go on, or fail, as soon as it is there.
    func answer(_ call: ServiceCall, refusal: String? = nil) async {
        await arrived(call)
        let answer = waiting.removeValue(forKey: call)
        if let refusal {
            answer?.finish(throwing: ServiceError.refused(refusal))
        } else {
            answer?.yield()
        }
    }

    private func arrive(_ call: ServiceCall, _ answer: AsyncThrowingStream<Void, any Error>.Continuation) {
        waiting[call] = answer
        expecting.removeValue(forKey: call)?.resume()
    }
}
