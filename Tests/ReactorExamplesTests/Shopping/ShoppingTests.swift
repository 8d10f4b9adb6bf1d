import Reactor
import ReactorRecording
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ExampleShopping

@Suite("A shopping list")
struct ShoppingTests {
    private let salt = Item(id: "a", name: "Salt")
    private let milk = Item(id: "b", name: "Milk", places: ["The corner"])

    /// A shop that responds when the test allows it, and records its requests.
    private struct GatedShop: Shop {
        let stock: [Item]
        let answers = ["a": TestGate<Void>(), "b": TestGate<Void>()]
        let asked = Locked<[String: [Bool?]]>([:])

        func items() -> [Item] { stock }
        func add(_ item: Item) async throws { try await ask(item.id, nil) }
        func mark(_ id: Item.ID, isBought: Bool) async throws { try await ask(id, isBought) }
        func remove(_ id: Item.ID) async throws { try await ask(id, nil) }

        private func ask(_ id: Item.ID, _ isBought: Bool?) async throws {
            asked.withLock { $0[id, default: []].append(isBought) }
            try await answers[id]?.wait()
        }
    }

    private func loaded(_ shop: any Shop) async -> Core<Shopping> {
        let core = Core(state: Shopping(), dependencies: Dependencies { $0.shop = shop })
        core.refresh()
        await core.idle()
        return core
    }

    @Test("A toggle shows immediately, and is reverted with the reason when the shop refuses")
    func toggle() async throws {
        let gated = GatedShop(stock: [salt, milk])
        let waiting = await loaded(gated)
        waiting.fire(command: MarkItem(id: "b", isBought: true))
        await gated.answers["b"]?.arrived()
        #expect(await waiting.state["b"]?.isBought == true)
        gated.answers["b"]?.open()
        await waiting.idle()

        let shop = MemoryShop([salt, milk])
        let core = await loaded(shop)
        await shop.setOpen(false)
        core.fire(command: MarkItem(id: "b", isBought: true))
        await core.idle()
        #expect(await core.state["b"]?.isBought == false)
        #expect(await core.state.problem?.message.key == "shop.closed")
        core.fire(event: ProblemRead())
        #expect(await core.state.problem == nil)
        await shop.setOpen(true)
        core.fire(command: MarkItem(id: "b", isBought: true))
        await core.idle()
        #expect(await core.state["b"]?.isBought == true)
        #expect(try await shop.items().map(\.isBought) == [false, true])
    }

    @Test("Changes of one item are sent one after another, and all of them show immediately")
    func order() async throws {
        let shop = GatedShop(stock: [salt, milk])
        let core = await loaded(shop)
        let (ofSalt, ofMilk) = (try #require(shop.answers["a"]), try #require(shop.answers["b"]))
        for isBought in [true, false, true] { core.fire(command: MarkItem(id: "a", isBought: isBought)) }
        core.fire(command: RemoveItem(id: "b"))
        await ofSalt.arrived()
        await ofMilk.arrived()
        #expect(await core.state.found == [Item(id: "a", name: "Salt", isBought: true)])
        #expect(shop.asked.copy == ["a": [true], "b": [nil]])
        // The first is refused, the others are not.
        ofSalt.resumeOne(throwing: MemoryShop.Closed())
        await ofSalt.arrived(2)
        #expect(await core.state["a"]?.isBought == true)
        ofSalt.open()
        ofMilk.open()
        await core.idle()
        #expect(shop.asked.copy == ["a": [true, false, true], "b": [nil]])
        #expect(await core.state.found == [Item(id: "a", name: "Salt", isBought: true)])
    }

    @Test("A swiped item returns to its place when the shop refuses the removal")
    func remove() async throws {
        let shop = MemoryShop([salt, milk])
        let core = await loaded(shop)
        await shop.setOpen(false)
        core.fire(command: RemoveItem(id: "a"))
        await core.idle()
        #expect(await core.state.found.map(\.id) == ["a", "b"])
        #expect(await core.state.problem != nil)
        await shop.setOpen(true)
        core.fire(command: RemoveItem(id: "a"))
        await core.idle()
        #expect(await core.state.found.map(\.id) == ["b"])
    }

    @Test("The sheet adds the typed item, closes, and is empty the next time")
    func add() async throws {
        let shop = MemoryShop([salt])
        let core = await loaded(shop)
        core.fire(event: SheetChanged(isShown: true))
        #expect(await !core.state.canAdd)
        core.fire(event: Shopping.newName.assigning(" "))
        #expect(await !core.state.canAdd)
        core.fire(event: Shopping.newName.assigning("Bread"))
        #expect(await core.state.canAdd)
        core.fire(command: AddItem(item: Item(id: "c", name: await core.state.newName)))
        await core.idle()
        #expect(await !core.state.isAdding)
        #expect(await core.state.newName == "")
        #expect(await core.state.found.map(\.name) == ["Salt", "Bread"])
        #expect(try await shop.items().map(\.name) == ["Salt", "Bread"])
    }

    @Test("Not loaded, empty and not found are distinguished")
    func empty() async throws {
        #expect(!Shopping().items.isEmpty)
        let nothing = await loaded(MemoryShop())
        #expect(await nothing.state.items.isEmpty)
        let core = await loaded(MemoryShop([salt]))
        core.fire(event: Shopping.search.assigning("sAL"))
        #expect(await core.state.found == [salt])
        core.fire(event: Shopping.search.assigning("x"))
        let state = await core.state
        #expect(state.found.isEmpty && !state.items.isEmpty)
    }

    @Test("A list that could not be loaded shows the failure until it arrives, and retains its items")
    func refresh() async throws {
        let shop = MemoryShop([salt])
        let core = await loaded(shop)
        await shop.setOpen(false)
        core.refresh()
        await core.idle()
        #expect(await core.state.found == [salt])
        #expect(await core.state.problem?.message.key == "shop.closed")
        await shop.setOpen(true)
        core.refresh()
        await core.idle()
        #expect(await core.state.problem == nil)
    }

    @Test("The list is restored at the next launch, without a change that had no response")
    func relaunch() async throws {
        let folder = try ScratchFolder()
        let shop = GatedShop(stock: [salt, milk])
        let first = try await openShopping(in: folder.path, shop: shop, runtime: .live)
        _ = await first.core.refresh().outcome
        first.core.fire(command: MarkItem(id: "b", isBought: true))
        await shop.answers["b"]?.arrived()
        #expect(await first.core.state["b"]?.isBought == true)
        try await first.close()

        let closed = MemoryShop()
        await closed.setOpen(false)
        let second = try await openShopping(in: folder.path, shop: closed, runtime: .live)
        #expect(await second.core.state.found == [salt, milk])
        try await second.close()
        shop.answers["b"]?.open()
    }

    @Test("The stack is a property: a link pushes, a gesture pops, and a button goes home from anywhere")
    func navigation() async throws {
        let core = await loaded(MemoryShop([milk]))
        core.fire(event: PathChanged(path: [.item("b"), .places("b")]))
        #expect(await core.state["b"]?.places == ["The corner"])
        core.fire(event: PathChanged(path: []))
        #expect(await core.state.path == [])
    }
}
