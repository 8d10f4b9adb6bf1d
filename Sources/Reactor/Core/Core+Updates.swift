extension Core {
    /// The states, for `for await`: the one of now, then each newest, or every one.
    public nonisolated func updates(delivery: Delivery = .latest, tellsCurrent: Bool = true) -> UpdateSequence<
        StateType
    > {
        updates(whole(delivery, isEqual: nil), delivery, tellsCurrent)
    }

    /// The values of a member, for `for await`: the one of now, then one after each event or, with `.latest`, each few.
    public nonisolated func updates<Value: Sendable>(
        of member: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, tellsCurrent: Bool = true
    ) -> UpdateSequence<Value> {
        updates(makeSelection(member, delivery, isEqual: nil), delivery, tellsCurrent)
    }

    /// The values of a member, for `for await`: the one of now, then each that is another.
    ///
    /// ```swift
    /// for await count in core.updates(of: \.count) {
    ///     print(count)
    /// }
    /// ```
    public nonisolated func updates<Value: Sendable & Equatable>(
        of member: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, tellsCurrent: Bool = true
    ) -> UpdateSequence<Value> {
        updates(makeSelection(member, delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent)
    }

    nonisolated func updates<Value: Sendable>(
        _ selection: TypedSelection<Value>, _ delivery: Delivery, _ tellsCurrent: Bool
    ) -> UpdateSequence<Value> {
        UpdateSequence { [weak engine] in
            guard let engine else { return UpdateBuffer.ended(selection: selection) }
            let buffer = UpdateBuffer<Value>(
                selection: selection, delivery: delivery, tellsCurrent: tellsCurrent, mailbox: engine.mailbox,
                report: engine.runtime.report)
            engine.mailbox.post(.attach(buffer))
            return buffer
        }
    }
}
