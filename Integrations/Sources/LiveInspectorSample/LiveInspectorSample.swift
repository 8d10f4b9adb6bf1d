import Foundation
import Reactor
import ReactorLive
import ReactorRecording

/// Records a till while it sells, and serves the inspector of its journal:
/// `swift run --package-path Integrations live-inspector [SALES A SECOND [SALES BEFORE]]`.
@main struct LiveInspectorSample {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.contains(where: ["-h", "--help"].contains) { return print(usage) }
        if words == ["--version"] { return print("live-inspector 0.1.0") }
        let numbers = words.compactMap { UInt32($0) }.map(Int.init)
        guard numbers.count == words.count, numbers.count <= 2, numbers.first != 0 else { end(usage, 2) }
        do {
            try await sell(numbers.first ?? 2, before: numbers.count > 1 ? numbers[1] : 0)
        } catch {
            end("live-inspector ended: \(error)", 1)
        }
    }

    private static let usage = "usage: live-inspector [SALES A SECOND [SALES BEFORE]]"

    private static func end(_ words: String, _ code: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(words)\n".utf8))
        exit(code)
    }

    /// Sells N items a second, after those that were sold before.
    private static func sell(_ rate: Int, before: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("till-\(UUID().uuidString)").path
        let opened = try await Core.open(
            journal: folder, initial: Till(), catalog: Till.catalog, configuration: JournalConfiguration(app: "till"))
        let till = opened.core
        for number in 0..<before { _ = await till.submit(event: Sold(number)) }
        await till.settled()
        try await opened.journal.durable()

        let inspector = LiveInspector(of: folder, catalog: Till.catalog) { await till.submit(event: $0) }
        let (openings, opening) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await inspector.run { address in
                    print(address)
                    fflush(nil)
                    opening.yield()
                }
            }
            group.addTask {
                for await _ in openings { try await sell(in: till, from: before, rate) }
            }
            try await group.next()
        }
    }

    /// Sells for as long as the program runs: many things in a hundredth of a second, or one in a while.
    private static func sell(in till: Core<Till>, from before: Int, _ rate: Int) async throws {
        let (batch, pause) = (max(1, rate / 100), Duration.seconds(1) / min(rate, 100))
        var number = before
        while true {
            for _ in 0..<batch {
                number += 1
                till.fire(event: Sold(number))
            }
            if number % (5 * batch) == 0 { till.fire(command: ChargeCard(number: number)) }
            if number % (7 * batch) == 0 { till.perform("print a receipt") { _ in throw NoPaper() } }
            try await Task.sleep(for: pause)
        }
    }
}

struct Till: State, Codable {
    var cents = 0
    var sold: [String: Int] = [:]
    var charges: [Charging] = []
    var failures = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as Sold:
            cents += event.cents
            sold[event.item, default: 0] += 1
        case let event as Charging: charges = charges.suffix(4) + [event]
        case let event as Declined: charges.removeAll { $0.number == event.number }
        case let event as CommandEnded:
            if case .failed = event.outcome { failures += 1 }
        default: break
        }
    }

    static let catalog = EventCatalog<Till>(events: [
        .event(Sold.self, as: "sold"), .event(Charging.self, as: "card.charged"),
        .event(Declined.self, as: "card.declined"),
    ])
}

struct Sold: Event, Codable {
    var item: String
    var cents: Int

    init(_ number: Int) { (item, cents) = (["tea", "bread", "plums", "soap"][number % 4], 120 + number % 7 * 30) }
}

struct Charging: Event, Codable {
    var number: Int
    var card: Confidential<String>
}

struct Declined: Event, Codable {
    var number: Int
    var reason: String
}

struct NoPaper: Error {}

/// Shows the charge immediately; every third card is declined.
struct ChargeCard: Command {
    struct NoMoney: Error {}
    let number: Int

    func execute(state: Till, core: Core<Till>) async throws {
        try await core.optimistically(Charging(number: number, card: Confidential("4111 1111 1111 1111"))) { _ in
            try await Task.sleep(for: .milliseconds(300))
            guard number % 3 != 0 else { throw NoMoney() }
            return .commit
        } onFailure: { error in
            [Declined(number: number, reason: "\(error)")]
        }
    }
}
