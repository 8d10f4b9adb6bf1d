/// The conditions of a service in which every call waits until the owner determines its result. The service rounds
/// weights to 100 g.
actor StagedConditions: ServiceConditions {
    private var waiting: [ServiceCall: AsyncThrowingStream<Void, any Error>.Continuation] = [:]
    private var expecting: [ServiceCall: CheckedContinuation<Void, Never>] = [:]

    /// Waits until the owner responds, or until the task of the caller is canceled.
    nonisolated func meet(_ call: ServiceCall) async throws {
        let answers = AsyncThrowingStream<Void, any Error>.makeStream()
        await arrive(call, answers.continuation)
        for try await _ in answers.stream { return }
        throw CancellationError()
    }

    nonisolated func rounded(_ record: WeightRecord) -> WeightRecord { record.toHundredGrams }

    /// Returns when the call has arrived and waits.
    func arrived(_ call: ServiceCall) async {
        guard waiting[call] == nil else { return }
        await withCheckedContinuation { expecting[call] = $0 }
    }

    /// Waits until the call arrives. Then the call continues, or fails if `refusal` is not nil.
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
