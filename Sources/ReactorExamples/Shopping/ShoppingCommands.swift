import Reactor

struct AddItem: Command {
    let item: Item

    func execute(state: Shopping, core: Core<Shopping>) {
        core.fire(event: SheetChanged(isShown: false))
        core.change(ItemAdded(item: item), of: item.id) { [item] shop in try await shop.add(item) }
    }
}

struct MarkItem: Command {
    let id: Item.ID
    let isBought: Bool

    func execute(state: Shopping, core: Core<Shopping>) {
        core.change(ItemMarked(id: id, isBought: isBought), of: id) { [id, isBought] shop in
            try await shop.mark(id, isBought: isBought)
        }
    }
}

struct RemoveItem: Command {
    let id: Item.ID

    func execute(state: Shopping, core: Core<Shopping>) {
        core.change(ItemRemoved(id: id), of: id) { [id] shop in try await shop.remove(id) }
    }
}

extension Core<Shopping> {
    /// Reloads the list. The spinner can end when the returned handle has an outcome.
    @discardableResult
    nonisolated func refresh(isolation: (any Actor)? = #isolation) -> CommandHandle {
        fire(event: ListOutdated(), isolation: isolation)
        return load("items", \.items, about: [], isolation: isolation) { core in
            try await core.dependencies.shop.items()
        }
    }

    /// Predicts a change, and sends it after the previous request for the same item has ended.
    fileprivate nonisolated func change(
        _ event: some Event, of id: Item.ID, _ send: @escaping @Sendable (any Shop) async throws -> Void
    ) {
        let prediction = predict(event, about: [id])
        perform(options: CommandOptions(id: CommandID("item \(id)"), policy: .enqueue)) { core in
            do {
                try await send(core.dependencies.shop)
                prediction.commit()
            } catch {
                prediction.rollback()
                throw error
            }
        }
    }
}
