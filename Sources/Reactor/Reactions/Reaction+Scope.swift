extension Reaction {
    /// Lifts the reactions of a child feature into the list of its parent.
    ///
    /// ```swift
    /// let core = Core(state: Shop(), reactions: [.scope(\.search, Finder.reactions)])
    /// ```
    ///
    /// - Parameters:
    ///   - child: The key path of the child state.
    ///   - reactions: The reactions of the child.
    public static func scope<Child: State>(
        _ child: KeyPath<StateType, Child> & Sendable, _ reactions: [Reaction<Child>]
    ) -> Reaction {
        Reaction(
            triggers: reactions.triggers { path, _ in [path.member(child)] },
            follow: { list, path in
                for reaction in reactions { reaction.follow(list, path.member(child)) }
            })
    }

    /// Lifts the reactions of an optional child feature.
    ///
    /// While the child is nil, its rules start nothing. When it becomes nil, their commands are canceled. A command that
    /// removes its own child finishes instead.
    public static func scope<Child: State>(
        _ child: KeyPath<StateType, Child?> & Sendable, _ reactions: [Reaction<Child>]
    ) -> Reaction {
        scope(to: { $0.optional(child, identity: { _ in true }) }, reactions)
    }

    /// Lifts the reactions of an optional child feature that can be replaced by another value with another id. The
    /// commands of the previous value are then canceled.
    public static func scope<Child: State & Identifiable>(
        _ child: KeyPath<StateType, Child?> & Sendable, _ reactions: [Reaction<Child>]
    ) -> Reaction where Child.ID: Sendable {
        scope(to: { $0.optional(child, identity: \.id) }, reactions)
    }

    /// Lifts the reactions of each row of a collection.
    ///
    /// ```swift
    /// let core = Core(state: Shop(), reactions: [.scope(\.rows, Finder.reactions)])
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The key path of the rows.
    ///   - reactions: The reactions of a row. A rule of the type `.on` starts a command in each row.
    /// - Complexity: O(changed rows) for an event or group, and O(rows) for an event with a rule of the type `.on`.
    @inlinable
    public static func scope<ID, Row: State>(
        _ rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, _ reactions: [Reaction<Row>]
    ) -> Reaction {
        scope(rows, reactions) { $0.forEachIndex(in: $1, changedSince: $2, $3) }
    }

    @usableFromInline
    static func scope<ID, Row: State>(
        _ rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, _ reactions: [Reaction<Row>],
        visitChanges: @escaping RowVisit<ID, Row>
    ) -> Reaction {
        let enter: @Sendable (StatePath<StateType>, ID) -> StatePath<Row> = { path, id in
            path.row(rows, id: id, visitChanges: visitChanges)
        }
        return Reaction(
            triggers: reactions.triggers { path, whole in
                (path.source(of: rows).read(in: whole) { $0.map(\.id) } ?? []).map { enter(path, $0) }
            },
            follow: { list, path in
                list.add { order in
                    RowListWishes(path.source(of: rows)) { id in
                        RuleList(reactions, at: enter(path, id), order: order)
                    }
                }
            })
    }

    private static func scope<Child: State>(
        to enter: @escaping @Sendable (StatePath<StateType>) -> StatePath<Child>, _ reactions: [Reaction<Child>]
    ) -> Reaction {
        Reaction(
            triggers: reactions.triggers { path, _ in [enter(path)] },
            follow: { list, path in
                let path = enter(path)
                guard let part = path.part else { return }
                list.add { order in ChildWishes(part, RuleList(reactions, at: path, order: order)) }
            })
    }
}

extension Array {
    /// The triggers of a child's reactions, as triggers of its parent.
    ///
    /// - Parameter paths: Returns the paths of the children in the state of the parent at a path.
    fileprivate func triggers<Parent: State, Child: State>(
        _ paths: @escaping @Sendable (StatePath<Parent>, borrowing WholeState) -> [StatePath<Child>]
    ) -> [EventRule<Parent>] where Element == Reaction<Child> {
        flatMap(\.triggers).map { rule in
            EventRule(trigger: rule.trigger) { event, path, state, mailbox in
                var commands: [WishedCommand] = []
                for path in paths(path, state) { commands += rule.launches(event, path, state, mailbox) }
                return commands
            }
        }
    }
}
