import Reactor

extension TestCore {
    /// Looks at the next thing that happened: an event that was predicted, by a command or on ``core``.
    ///
    /// - Parameters:
    ///   - type: the type of the event.
    ///   - change: turns the state before it into the one expected after it.
    /// - Returns: the event.
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

    /// Looks at the next thing that happened: a prediction that began with this event is certain now, as it was
    /// predicted or with what took its place.
    ///
    /// - Parameters:
    ///   - type: the type of the first event that was predicted.
    ///   - replacement: the events that take its place, by their types.
    ///   - change: turns the state before it into the one expected after it.
    /// - Returns: the events that took its place.
    @discardableResult
    public nonisolated(nonsending) func confirmed<Predicted: Event>(
        _ type: Predicted.Type, with replacement: any Event.Type...,
        change: ((inout StateType) throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> [any Event] {
        let site = TestSite(fileID, line)
        let what = described("the confirmation of \(Predicted.self)", with: replacement)
        let (happening, events) = try await take(what, site) { happening, content -> [any Event]? in
            guard let (id, events) = happening.confirmed, content.predictions[id]?.first is Predicted,
                events.areExactly(replacement)
            else { return nil }
            return events
        }
        try compare(what, happening, change, site)
        return events
    }

    /// Looks at the next thing that happened: a prediction that began with this event was rolled back.
    ///
    /// A Reset rolls back the predictions that its type owns silently, as part of itself; this finds them too, and then
    /// nothing more may have changed.
    ///
    /// - Parameters:
    ///   - type: the type of the first event that was predicted.
    ///   - message: the events that say so to the user, by their types.
    ///   - change: turns the state before it into the one expected after it.
    /// - Returns: the events of the message.
    @discardableResult
    public nonisolated(nonsending) func withdrawn<Predicted: Event>(
        _ type: Predicted.Type, with message: any Event.Type...,
        change: ((inout StateType) throws -> Void)? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> [any Event] {
        let site = TestSite(fileID, line)
        await rest()
        let isSilent = witness.withLock { content -> Bool in
            let index = content.silentlyWithdrawn.firstIndex { content.predictions[$0]?.first is Predicted }
            guard message.isEmpty, let index else { return false }
            content.silentlyWithdrawn.remove(at: index)
            return true
        }
        let what = described("the rollback of \(Predicted.self)", with: message)
        if isSilent {
            let state = self.state
            try compare(what, Happening(number: 0, steps: [], cause: nil, before: state, after: state), change, site)
            return []
        }
        let (happening, events) = try await take(what, site) { happening, content -> [any Event]? in
            guard let id = happening.withdrawn, content.predictions[id]?.first is Predicted,
                happening.events.areExactly(message)
            else { return nil }
            return happening.events
        }
        try compare(what, happening, change, site)
        return events
    }
}

/// The name of an expectation in a failure.
private func described(_ what: String, with events: [any Event.Type]) -> String {
    what + (events.isEmpty ? "" : " with \(events.map { "\($0)" }.joined(separator: ", "))")
}
