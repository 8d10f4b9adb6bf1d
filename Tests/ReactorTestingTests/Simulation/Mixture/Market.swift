import Reactor
import ReactorTesting

/// A server with prices. Each change has the next version, and its message arrives in any order, repeatedly, or never.
struct Market {
    private var cents: [Int: Int] = [:]
    private var version = 0
    private var messages: [any Event] = []

    /// Changes a price, and returns the message of the change.
    mutating func price(_ id: Int, _ random: inout SeededRandom) -> House.Priced {
        version += 1
        cents[id] = random.number(in: 1...1_000)
        return House.Priced(price: House.Price(id: id, cents: cents[id] ?? 0), version: version)
    }

    /// Changes or removes a price. Its message is in flight.
    mutating func move(_ random: inout SeededRandom) {
        let id = random.below(3)
        if random.chance(30), cents.removeValue(forKey: id) != nil {
            version += 1
            messages.append(House.PriceRemoved(id: id, version: version))
        } else {
            messages.append(price(id, &random))
        }
        if random.chance(20) { messages.append(list) }
    }

    /// Returns a message in flight, which can arrive again, or a list of all prices if there is none.
    mutating func next(_ random: inout SeededRandom) -> any Event {
        guard !messages.isEmpty else { return list }
        let index = random.below(messages.count)
        return random.chance(20) ? messages[index] : messages.remove(at: index)
    }

    private var list: House.PricesRead {
        let prices = cents.sorted { $0.key < $1.key }.map { House.Price(id: $0.key, cents: $0.value) }
        return House.PricesRead(prices: prices, version: version)
    }
}

/// A naive model of the prices that a device shows: all received messages, and the list with the highest version.
struct ReceivedPrices {
    private var changes: [(id: Int, version: Int, cents: Int?)] = []
    private var list = House.PricesRead(prices: [], version: 0)

    mutating func receive(_ message: any Event) {
        switch message {
        case let message as House.Priced: changes.append((message.price.id, message.version, message.price.cents))
        case let message as House.PriceRemoved: changes.append((message.id, message.version, nil))
        case let message as House.PricesRead where message.version >= list.version: list = message
        default: break
        }
    }

    var shown: [Int: Int] {
        var shown = Dictionary(uniqueKeysWithValues: list.prices.map { ($0.id, $0.cents) })
        for change in changes.sorted(by: { $0.version < $1.version }) where change.version > list.version {
            shown[change.id] = change.cents
        }
        return shown
    }
}
