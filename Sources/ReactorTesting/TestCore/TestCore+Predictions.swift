import Reactor

extension TestCore {
    /// Checks that the next happening is an event that was predicted, by a command or on ``core``.
    ///
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - change: A closure that turns the state before the event into the expected state after it.
    /// - Returns: The event.
    @discardableResult
    public nonisolated(nonsending) func predicted<Predicted: Event>(
        _ type: Predicted.Type, _ change: ((inout StateType) throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Predicted {
        let site = TestSite(fileID, line)
        let what = "a prediction of \(Predicted.self)"
        let (happening, event) = try await take(what, site) { happening, _ in
            happening.predicted?.events.first as? Predicted
        }
        try compare(what, happening, change, site)
        return event
    }

    /// Checks that the next happening commits a prediction that began with this event, as it was predicted or with a
    /// replacement.
    ///
    /// - Parameters:
    ///   - type: The type of the first predicted event.
    ///   - replacement: The types of the events that replace it.
    ///   - change: A closure that turns the state before into the expected state after it.
    /// - Returns: The replacement.
    @discardableResult
    public nonisolated(nonsending) func committed<Predicted: Event>(
        _ type: Predicted.Type, with replacement: any Event.Type...,
        change: ((inout StateType) throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> [any Event] {
        let site = TestSite(fileID, line)
        let what = described("the commit of \(Predicted.self)", with: replacement)
        let (happening, events) = try await take(what, site) { happening, content -> [any Event]? in
            guard let (id, events) = happening.committed, content.predictions[id]?.first is Predicted,
                events.areExactly(replacement)
            else { return nil }
            return events
        }
        try compare(what, happening, change, site)
        return events
    }

    /// Checks that the next happening rolls back a prediction that began with this event.
    ///
    /// A Reset silently rolls back the predictions that its type owns. This method finds these rollbacks, too; then there must be
    /// no further change of the state.
    ///
    /// - Parameters:
    ///   - type: The type of the first predicted event.
    ///   - message: The types of the events that report the rollback to the user.
    ///   - change: A closure that turns the state before into the expected state after it.
    /// - Returns: The events of the message.
    @discardableResult
    public nonisolated(nonsending) func rolledBack<Predicted: Event>(
        _ type: Predicted.Type, with message: any Event.Type...,
        change: ((inout StateType) throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> [any Event] {
        let site = TestSite(fileID, line)
        await rest()
        let isSilent = recorder.withLock { content -> Bool in
            let index = content.silentlyRolledBack.firstIndex { content.predictions[$0]?.first is Predicted }
            guard message.isEmpty, let index else { return false }
            content.silentlyRolledBack.remove(at: index)
            return true
        }
        let what = described("the rollback of \(Predicted.self)", with: message)
        if isSilent {
            let state = self.state
            try compare(what, CoreActivity(number: 0, steps: [], cause: nil, before: state, after: state), change, site)
            return []
        }
        let (happening, events) = try await take(what, site) { happening, content -> [any Event]? in
            guard let id = happening.rolledBack, content.predictions[id]?.first is Predicted,
                happening.events.areExactly(message)
            else { return nil }
            return happening.events
        }
        try compare(what, happening, change, site)
        return events
    }
}

/// Returns the name of an expectation for a failure.
private func described(_ what: String, with events: [any Event.Type]) -> String {
    what + (events.isEmpty ? "" : " with \(events.map { "\($0)" }.joined(separator: ", "))")
}
