package import Reactor
package import ReactorRecording
package import ReactorTesting

/// A cart of somebody who is signed in, with a seat that is held for a while, a sum, and an order.
package struct Booking: OrderApp {
    var bug: OrderBug?
    var user = 0
    /// Whose cart is shown, and whether it is awaited.
    var cartOf = 0
    var isReading = false
    var items: [Int] = []
    /// What the server has said to be removed.
    var removed: [Int] = []
    var removalsUnderWay = 0
    /// How many tickets there are, and how often one more was asked for.
    var tickets = 0
    var asked = 0
    var addingUnderWay = 0
    /// The hold that is on, the last that began, and the last that a timer ended.
    var hold: Int?
    var lastHold = 0
    var endedHold: Int?
    /// The price, and what the server has added to it and taken off.
    var price = 0
    var shipping: Int?
    var discount: Int?
    var sum = 0
    var orders: [Int] = []

    package static let title = "booking"

    package init(bug: OrderBug?) { self.bug = bug }

    package mutating func react(to event: any Event) {
        switch event {
        case let event as SignedIn:
            user = event.user
            isReading = true
        case let event as CartRead: read(event)
        case let event as CartFailed: if event.user == user { (isReading, cartOf, items) = (false, user, []) }
        case is RemovalBegan: removalsUnderWay += 1
        case is RemovalEnded: removalsUnderWay -= 1
        case let event as RemovalShown: items.removeAll { $0 == event.id }
        case let event as Removed:
            items.removeAll { $0 == event.id }
            if !removed.contains(event.id) { removed.append(event.id) }
        case is TicketAsked:
            asked += 1
            addingUnderWay += 1
        case let event as TicketAdded:
            addingUnderWay -= 1
            tickets = bug == .countWrittenBack ? event.count : tickets + 1
        case is AddingFailed:
            asked -= 1
            addingUnderWay -= 1
        case let event as SeatHeld:
            hold = event.number
            lastHold = event.number
            endedHold = nil
        case let event as HoldRanOut:
            guard hold == event.number || hold != nil && bug == .timerOutlivesHold else { return }
            hold = nil
            endedHold = event.number
        case let event as Priced:
            price = event.price
            (shipping, discount, sum) = (nil, nil, event.price)
        case let event as ShippingRead: if event.price == price { charge(event.shipping) }
        case let event as DiscountRead: if event.price == price { take(event.percent) }
        case let event as Ordered: orders.append(event.number)
        case is Reset<Booking>, is StartedOver: self = Booking(bug: bug)
        default: break
        }
    }

    private mutating func read(_ event: CartRead) {
        guard event.user == user || bug == .loadOutlivesUser else { return }
        items = event.items.filter { bug == .refreshAboveRemoval || !removed.contains($0) }
        cartOf = event.user
        if event.user == user { isReading = false }
    }

    /// Shipping is not discounted.
    private var owed: Int { price - price * (discount ?? 0) / 100 + (shipping ?? 0) }

    private mutating func charge(_ amount: Int) {
        shipping = amount
        sum = bug == .discountOnTheWay ? sum + amount : owed
    }

    private mutating func take(_ percent: Int) {
        discount = percent
        sum = bug == .discountOnTheWay ? sum - sum * percent / 100 : owed
    }

    package static let invariants: [Invariant<Booking>] = [
        Invariant("the cart is the user's") { $0.isReading || $0.cartOf == $0.user },
        Invariant("what was removed is gone") { booking in
            booking.removalsUnderWay > 0 || !booking.items.contains { booking.removed.contains($0) }
        },
        Invariant("there are as many tickets as were asked for") { $0.addingUnderWay > 0 || $0.tickets == $0.asked },
        Invariant("a hold is ended by its own timer") { $0.endedHold == nil || $0.endedHold == $0.lastHold },
        Invariant("the sum is what is owed") { booking in
            booking.shipping == nil || booking.discount == nil || booking.sum == booking.owed
        },
        Invariant("there is one order at most") { $0.orders.count <= 1 },
    ]

    package static var catalog: EventCatalog<Booking> {
        EventCatalog(events: [
            .event(SignedIn.self, as: "signed.in"), .event(CartRead.self, as: "cart.read"),
            .event(CartFailed.self, as: "cart.failed"), .event(RemovalBegan.self, as: "removal.began"),
            .event(RemovalEnded.self, as: "removal.ended"), .event(RemovalShown.self, as: "removal.shown"),
            .event(Removed.self, as: "removed"), .event(TicketAsked.self, as: "ticket.asked"),
            .event(TicketAdded.self, as: "ticket.added"), .event(AddingFailed.self, as: "adding.failed"),
            .event(SeatHeld.self, as: "seat.held"), .event(HoldRanOut.self, as: "hold.ran.out"),
            .event(Priced.self, as: "priced"), .event(ShippingRead.self, as: "shipping.read"),
            .event(DiscountRead.self, as: "discount.read"), .event(Ordered.self, as: "ordered"),
        ])
    }
}

package struct SignedIn: Event, Codable, Hashable { package var user: Int }
package struct CartRead: Event, Codable, Hashable {
    package var user: Int
    package var items: [Int]
}
package struct CartFailed: Event, Codable, Hashable { package var user: Int }
package struct RemovalBegan: Event, Codable, Hashable {}
package struct RemovalEnded: Event, Codable, Hashable {}
package struct RemovalShown: Event, Codable, Hashable { package var id: Int }
package struct Removed: Event, Codable, Hashable { package var id: Int }
package struct TicketAsked: Event, Codable, Hashable {}
package struct TicketAdded: Event, Codable, Hashable {
    /// How many there were when it was asked for, and this one.
    package var count: Int
}
package struct AddingFailed: Event, Codable, Hashable {}
package struct SeatHeld: Event, Codable, Hashable { package var number: Int }
package struct HoldRanOut: Event, Codable, Hashable { package var number: Int }
package struct Priced: Event, Codable, Hashable { package var price: Int }
package struct ShippingRead: Event, Codable, Hashable {
    package var price: Int
    package var shipping: Int
}
package struct DiscountRead: Event, Codable, Hashable {
    package var price: Int
    package var percent: Int
}
package struct Ordered: Event, Codable, Hashable { package var number: Int }

/// What the server has.
private actor BoxOffice {
    private var carts: [Int: [Int]] = [:]
    private var orders = 0

    func items(of user: Int) -> [Int] { carts[user] ?? [10 * user + 1, 10 * user + 2, 10 * user + 3] }

    func remove(_ id: Int, of user: Int) { carts[user] = items(of: user).filter { $0 != id } }

    func order() -> Int {
        orders += 1
        return orders
    }
}

fileprivate struct BookingServer {
    let network: SimulatedService
    let office = BoxOffice()
}

/// Reads the cart; the answer belongs where the reading began, below what was removed since.
private struct ReadCart: Command {
    let user: Int
    let bug: OrderBug?
    let server: BookingServer

    var options: CommandOptions { CommandOptions(owner: bug == .loadOutlivesUser ? nil : Booking.self) }

    func execute(state: Booking, core: Core<Booking>) async throws {
        let mark = core.mark()
        do {
            let items = try await server.network.call("cart of \(user)") { [user, office = server.office] in
                await office.items(of: user)
            }
            let read = CartRead(user: user, items: items)
            switch bug {
            case .refreshAboveRemoval, .loadOutlivesUser: core.fire(event: read)
            default: core.fire(event: read, .authoritative(asOf: mark))
            }
        } catch is SimulatedFault {
            if await core.state.isReading { core.fire(event: CartFailed(user: user)) }
        }
    }
}

private struct RemoveItem: Command {
    let id: Int
    let user: Int
    let server: BookingServer

    var options: CommandOptions { CommandOptions(owner: Booking.self) }

    func execute(state: Booking, core: Core<Booking>) async throws {
        core.fire(event: RemovalBegan())
        try? await core.optimistically(RemovalShown(id: id)) { _ in
            try await server.network.call("remove \(id)") { [id, user, office = server.office] in
                await office.remove(id, of: user)
            }
            return .commit(with: [Removed(id: id)], then: [RemovalEnded()])
        } onFailure: { _ in
            [RemovalEnded()]
        }
    }
}

/// Asks whether there is a ticket left, then takes it.
private struct AddTicket: Command {
    let server: BookingServer

    var options: CommandOptions { CommandOptions(owner: Booking.self) }

    func execute(state: Booking, core: Core<Booking>) async throws {
        core.fire(event: TicketAsked())
        do {
            try await server.network.call("tickets left") {}
            let count = await core.state.tickets + 1
            try await server.network.call("take a ticket") {}
            core.fire(event: TicketAdded(count: count))
        } catch is SimulatedFault {
            core.fire(event: AddingFailed())
        }
    }
}

private struct EndHold: Command {
    let number: Int
    let length: Duration
    let sim: Simulation

    var options: CommandOptions { CommandOptions(owner: Booking.self) }

    func execute(state: Booking, core: Core<Booking>) async throws {
        try await sim.pass(length)
        core.fire(event: HoldRanOut(number: number))
    }
}

private struct ReadShipping: Command {
    let price: Int
    let server: BookingServer

    var options: CommandOptions { CommandOptions(owner: Booking.self) }

    func execute(state: Booking, core: Core<Booking>) async throws {
        let shipping = try await server.network.call("shipping for \(price)") { 590 }
        core.fire(event: ShippingRead(price: price, shipping: shipping))
    }
}

private struct ReadDiscount: Command {
    let price: Int
    let server: BookingServer

    var options: CommandOptions { CommandOptions(owner: Booking.self) }

    func execute(state: Booking, core: Core<Booking>) async throws {
        let percent = try await server.network.call("discount for \(price)") { 10 }
        core.fire(event: DiscountRead(price: price, percent: percent))
    }
}

/// Looks whether everything is still there, then orders.
private struct Order: Command {
    let bug: OrderBug?
    let server: BookingServer

    var options: CommandOptions {
        CommandOptions(id: "order", policy: bug == .orderedTwice ? .parallel : .drop, owner: Booking.self)
    }

    func execute(state: Booking, core: Core<Booking>) async throws {
        try await server.network.call("look") {}
        guard await core.state.orders.isEmpty else { return }
        let number = try await server.network.call("order") { [office = server.office] in await office.order() }
        core.fire(event: Ordered(number: number))
    }
}

extension Booking {
    package struct Somebody: Sendable {
        fileprivate let server: BookingServer
        fileprivate var random: SeededRandom
        fileprivate var user = 0
        fileprivate var step = 0
    }

    package static func somebody(in sim: Simulation) -> Somebody {
        let server = BookingServer(network: sim.service("booking", faults: Faults(refused: 8, slow: 10)))
        return Somebody(server: server, random: sim.random)
    }

    package static func use(_ core: Core<Booking>, by somebody: inout Somebody, in sim: Simulation) async throws {
        let server = somebody.server
        let bug = await core.state.bug
        func signIn(_ user: Int) {
            sim.step("sign in \(user)") {
                if user > 1 { core.fire(event: Reset<Booking>()) }
                core.fire(event: SignedIn(user: user))
                core.fire(command: ReadCart(user: user, bug: bug, server: server))
            }
        }
        somebody.user += 1
        signIn(somebody.user)
        for _ in 1...somebody.random.number(in: 8...14) {
            somebody.step += 1
            let (step, user) = (somebody.step, somebody.user)
            switch somebody.random.number(in: 0...11) {
            case 0:
                somebody.user += 1
                signIn(somebody.user)
            case 1, 2: sim.step("refresh") { core.fire(command: ReadCart(user: user, bug: bug, server: server)) }
            case 3, 4:
                let id = 10 * user + somebody.random.number(in: 1...3)
                sim.step("remove \(id)") { core.fire(command: RemoveItem(id: id, user: user, server: server)) }
            case 5, 6: sim.step("add a ticket") { core.fire(command: AddTicket(server: server)) }
            case 7, 8:
                let length = Duration.milliseconds(somebody.random.number(in: 20...250))
                sim.step("hold \(step)") {
                    core.fire(event: SeatHeld(number: step))
                    core.fire(command: EndHold(number: step, length: length, sim: sim))
                }
            case 9, 10:
                let price = 1_000 * step
                sim.step("price \(price)") {
                    core.fire(event: Priced(price: price))
                    core.fire(command: ReadShipping(price: price, server: server))
                    core.fire(command: ReadDiscount(price: price, server: server))
                }
            default: sim.step("order") { core.fire(command: Order(bug: bug, server: server)) }
            }
            if somebody.random.number(in: 0...9) < 8 {
                try await sim.pass(.milliseconds(somebody.random.number(in: 0...90)))
            }
        }
    }
}
