import Reactor

extension TestCore {
    /// Fires an event, completes all work that follows, and checks the change of the state by the event itself.
    ///
    /// Check the events of commands afterwards, with ``receive(_:_:fileID:line:)-(Received.Type,_,_,_)``.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - change: A closure that turns the state before the event into the expected state after it.
    /// - Throws: ``TestFailure`` if the state differs, the event was refused, or an earlier event was not checked, unless
    ///   `exhaustive` is false.
    public nonisolated(nonsending) func fire<Fired: Event>(
        event: Fired, _ change: ((inout StateType) throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await fire([event], change, TestSite(fileID, line)) {
            $0.fire(event: event, fileID: fileID, line: line)
        }
    }

    /// Fires several events as one atomic group, and checks the change of the state by the group.
    public nonisolated(nonsending) func fire(
        events: [any Event], _ change: ((inout StateType) throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await fire(events, change, TestSite(fileID, line)) {
            $0.fire(events: events, fileID: fileID, line: line)
        }
    }

    private nonisolated(nonsending) func fire(
        _ events: [any Event], _ change: ((inout StateType) throws -> Void)?, _ site: TestSite,
        _ fire: (Core<StateType>) -> Void
    ) async throws {
        let names = events.map { "\(type(of: $0))" }.joined(separator: ", ")
        let (first, reports) = try await begin("\(names) is fired", site)
        await rest { fire(core) }
        try checkOpen(site)
        guard let own = takeOwn(events, first) else {
            let refused = self.reports.dropFirst(reports).map(\.description)
            throw fail("\(names) was fired and not applied.\(indented(refused))", nil, site)
        }
        try compare(names, own, change, site)
    }

    /// Checks that all earlier events were checked.
    ///
    /// - Returns: The numbers of happenings and reports so far.
    nonisolated(nonsending) func begin(_ what: String, _ site: TestSite) async throws -> (happenings: Int, reports: Int)
    {
        await rest()
        try checkOpen(site)
        let (unseen, counts) = recorder.withLock { content in
            (
                content.isExhaustive ? content.happenings.map { content.describe($0) } : [],
                (content.count, content.reports.count)
            )
        }
        guard unseen.isEmpty else {
            throw fail(
                "The test does not assert these events, which happened before \(what). Assert them first, or call "
                    + "skipReceivedEvents().\(indented(unseen))", nil, site)
        }
        return counts
    }

    /// Takes the happening of events that the test fired, which is the first one without a command.
    private func takeOwn(_ events: [any Event], _ first: Int) -> CoreActivity<StateType>? {
        recorder.withLock { content in
            let start = content.happenings.count - (content.count - first)
            let own = content.happenings.indices.dropFirst(max(start, 0)).filter { index in
                let happening = content.happenings[index]
                return happening.cause == nil && !happening.events.isEmpty
            }
            // The ends of commands that a Reset cancels are applied before it, or in its group. A middleware can replace an event
            // by an event of another type.
            let types = events.map { type(of: $0) }
            let index =
                own.first { content.happenings[$0].events.areExactly(types) }
                ?? own.first { content.happenings[$0].events.filter { !($0 is CommandEnded) }.areExactly(types) }
                ?? own.first { !(content.happenings[$0].events[0] is CommandEnded) }
            return index.map { content.happenings.remove(at: $0) }
        }
    }

    /// Checks that the next happening is an event of this type, which a command fired.
    ///
    /// ```swift
    /// let core = TestCore(state: Counter())
    /// try await core.perform { core in core.fire(event: Added(amount: 3)) }
    /// let added = try await core.receive(Added.self) { $0.count += 3 }
    /// ```
    ///
    /// If `exhaustive` is false, it takes the next event of this type and skips earlier happenings.
    ///
    /// - Parameters:
    ///   - type: The type of the expected event.
    ///   - change: A closure that turns the state before the event into the expected state after it.
    /// - Returns: The event.
    /// - Throws: ``TestFailure`` if nothing happened, something else happened first, or the state differs.
    @discardableResult
    public nonisolated(nonsending) func receive<Received: Event>(
        _ type: Received.Type, _ change: ((inout StateType) throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Received {
        let site = TestSite(fileID, line)
        let (happening, event) = try await take("\(Received.self)", site) { happening, _ in
            happening.events.count == 1 ? happening.events[0] as? Received : nil
        }
        try compare("\(Received.self)", happening, change, site)
        return event
    }

    /// Checks that the next happening is exactly this event. With `exhaustive: false`, it skips to the next equal event.
    public nonisolated(nonsending) func receive<Received: Event & Equatable>(
        _ event: Received, _ change: ((inout StateType) throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let site = TestSite(fileID, line)
        let isExhaustive = isExhaustive
        let (happening, received) = try await take(isExhaustive ? "\(Received.self)" : "\(event)", site) {
            happening, _ -> Received? in
            guard happening.events.count == 1, let received = happening.events[0] as? Received else { return nil }
            return isExhaustive || received == event ? received : nil
        }
        guard received == event else {
            throw fail(
                "\(Received.self) was received with other values than the test expects.",
                StateDifference(expected: event, found: received), site)
        }
        try compare("\(Received.self)", happening, change, site)
    }

    /// Checks that the next happening is several events that were fired as one group, in this order.
    ///
    /// - Returns: The events.
    @discardableResult
    public nonisolated(nonsending) func receive(
        group types: [any Event.Type], _ change: ((inout StateType) throws -> Void)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> [any Event] {
        let site = TestSite(fileID, line)
        let names = types.map { "\($0)" }.joined(separator: ", ")
        let (happening, events) = try await take(names, site) { happening, _ in
            happening.events.areExactly(types) ? happening.events : nil
        }
        try compare(names, happening, change, site)
        return events
    }

    /// Checks that an event was refused, and removes the refusal from the reports.
    ///
    /// - Parameters:
    ///   - type: The type of the event.
    ///   - reason: The reason. By default any reason.
    /// - Returns: The refusal, with the command that fired the event.
    @discardableResult
    public nonisolated(nonsending) func refused<Refused: Event>(
        _ type: Refused.Type, _ reason: Refusal.Reason? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Refusal {
        await rest()
        try checkOpen(TestSite(fileID, line))
        let name = "\(Refused.self)"
        let refusal = recorder.withLock { content -> Refusal? in
            for (index, report) in content.reports.enumerated() {
                guard let refusal = report.refusal, refusal.type == name,
                    reason == nil || refusal.reason == reason
                else { continue }
                content.reports.remove(at: index)
                return refusal
            }
            return nil
        }
        guard let refusal else {
            let instead =
                reports.isEmpty
                ? "No event was refused." : "The core reported instead:\(indented(reports.map(\.description)))"
            throw fail("The test expects \(name) to be refused. \(instead)", nil, TestSite(fileID, line))
        }
        return refusal
    }

    /// Takes the next happening, or the next matching one if `exhaustive` is false.
    nonisolated(nonsending) func take<Found>(
        _ what: String, _ site: TestSite,
        _ fits: (CoreActivity<StateType>, ActivityRecorder<StateType>.Observations) -> Found?
    ) async throws -> (CoreActivity<StateType>, Found) {
        await rest {
            !$0.commands.isEmpty || $0.happenings.isEmpty || !$0.isExhaustive
        } until: { content in
            content.happenings.contains { fits($0, content) != nil }
        }
        try checkOpen(site)
        let taken = recorder.withLock { content -> ([CoreActivity<StateType>], Found)? in
            for index in content.happenings.indices.prefix(content.isExhaustive ? 1 : .max) {
                guard let found = fits(content.happenings[index], content) else { continue }
                // The skipped happenings are released outside of the lock.
                let passed = Array(content.happenings[...index])
                content.happenings.removeFirst(index + 1)
                return (passed, found)
            }
            return nil
        }
        guard let (passed, found) = taken, let happening = passed.last else {
            let (unseen, rest) = recorder.withLock { content in
                (content.happenings.map { content.describe($0) }, standstill(content))
            }
            let instead =
                unseen.isEmpty ? "Nothing happened. \(rest)" : "This happened instead:\(indented(unseen))"
            throw fail("The test expects \(what) next. \(instead)", nil, site)
        }
        handleFailures(of: passed)
        return (happening, found)
    }
}
