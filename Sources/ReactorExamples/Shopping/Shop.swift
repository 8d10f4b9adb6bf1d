import Reactor

nonisolated protocol Shop: Sendable {
    func items() async throws -> [Item]
    func add(_ item: Item) async throws
    func mark(_ id: Item.ID, isBought: Bool) async throws
    func remove(_ id: Item.ID) async throws
}

/// An in-memory shop for previews and tests. While it is closed, all calls throw.
actor MemoryShop: Shop {
    struct Closed: ExplainedError {
        var explanation: UserMessage { UserMessage("shop.closed", recovery: "recovery.later") }
    }

    private var stock: [Item]
    private var isOpen = true

    init(_ stock: [Item] = []) { self.stock = stock }

    func setOpen(_ isOpen: Bool) { self.isOpen = isOpen }

    func items() throws -> [Item] { try opened() }

    func add(_ item: Item) throws { stock = try opened() + [item] }

    func mark(_ id: Item.ID, isBought: Bool) throws {
        var items = try opened()
        for index in items.indices where items[index].id == id { items[index].isBought = isBought }
        stock = items
    }

    func remove(_ id: Item.ID) throws { stock = try opened().filter { $0.id != id } }

    private func opened() throws -> [Item] {
        guard isOpen else { throw Closed() }
        return stock
    }
}

enum ShopKey: DependencyKey { static var liveValue: any Shop { MemoryShop() } }

nonisolated extension Dependencies {
    var shop: any Shop {
        get { self[ShopKey.self] }
        set { self[ShopKey.self] = newValue }
    }
}
