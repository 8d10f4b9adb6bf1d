import ReactorTerminal
import enum ReactorTestSupport.Loops
import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// Random actions of a user, while the server is sometimes unavailable, responses are lost and the process is killed, compared
/// with a dictionary.
@Suite("A log with a server, by chance")
struct RandomSyncTests {
    @Test(
        "Server and log are equal in the end, and every change was carried out once",
        arguments: 1...UInt64(Loops.rounds(of: 80)))
    func random(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let server = MemoryServer()
        var weightlog = LoggedWeights(network: server.network)
        var model: [Int: String] = [:]
        var next = 1
        var kilograms = 40
        for _ in 0..<14 {
            let luck = random.number(in: 0...3)
            let losses = random.number(in: 0...2)
            server.change { content in
                content.isThere = luck > 0
                content.losses = losses
                content.statuses = luck == 1 ? [500, 429] : []
            }
            kilograms += 1
            let day = "2026-01-\(random.number(in: 10...28))"
            let numbers = model.keys.sorted()
            let number = numbers.isEmpty ? 0 : numbers[random.number(in: 0...numbers.count - 1)]
            switch random.number(in: 0...6) {
            case 0...2:
                _ = await weightlog.log(day, "\(kilograms)")
                model[next] = "\(day) \(kilograms * 1_000)"
                next += 1
            case 3 where number > 0:
                _ = await weightlog("edit", "\(number)", "\(kilograms)", "--on", day)
                model[number] = "\(day) \(kilograms * 1_000)"
            case 4 where number > 0:
                _ = await weightlog("delete", "\(number)")
                model[number] = nil
            case 5 where next > 1:
                // Killed somewhere in the middle: at the next thing that the server does.
                let left = Locked<LoggedWeights?>(nil)
                let running = weightlog
                server.change { content in
                    content.carriedOut = {
                        let copy = try running.killed()
                        left.withLock { $0 = $0 ?? copy }
                    }
                }
                _ = await weightlog("sync")
                server.change { $0.carriedOut = nil }
                weightlog = left.withLock { $0 } ?? weightlog
            default:
                if next > 1 { _ = await weightlog("sync") }
            }
            #expect(await weightlog.readings() == model.values.sorted(), "seed \(seed)")
        }
        guard next > 1 else { return }
        server.change { content in
            (content.isThere, content.losses, content.statuses) = (true, 0, [])
        }
        let sync = await weightlog("sync")
        #expect(sync.code == .ok, "seed \(seed): \(sync)")
        #expect(server.readings == model.values.sorted(), "seed \(seed)")
        #expect(await weightlog.readings() == model.values.sorted(), "seed \(seed)")
        let effects = server.effects
        #expect(Set(effects.map(\.key)).count == effects.count, "seed \(seed)")
        let puts = effects.filter { $0.method == "PUT" }
        #expect(puts.count == next - 1, "seed \(seed)")
        #expect(Set(puts.map(\.weight)).count == puts.count, "seed \(seed)")
    }
}
