import Torture
import Testing

@Suite("Recipes")
struct RecipeTests {
    static let sound = Contestant.all.filter { $0.isSound && $0.name != "reference" }
    static let unsound = Contestant.all.filter { !$0.isSound }

    @Test("A recommended recipe breaks no rule", arguments: sound, Level.allCases)
    func soundRecipes(_ recipe: Contestant, _ level: Level) throws {
        var score = Score(level: level)
        // 500 of each recipe, 100,000 with THOROUGH=1.
        try score.play(0..<(Loops.isThorough ? 16_667 : 83), on: recipe.client())
        #expect(score.failures == [:], "\(recipe.name): \(score.examples)")
    }

    /// A read whose response has arrived and is not processed yet is pending, and also serves a second caller.
    @Test("The final fetch is requested when the client has finished", arguments: sound)
    func finalFetch(_ recipe: Contestant) throws {
        let text = """
            {"push":false,"fifo":true}
            {"s":"refresh"}
            {"s":"refresh","turns":2}
            {"s":"serve","n":0,"how":"ok"}
            {"s":"other","op":{"t":"set","id":"a2","v":77}}
            {"s":"deliver","n":0,"turns":2}
            """
        #expect(try Player.play(History(text: text), on: recipe.client()).failure == nil)
    }

    @Test("Clients that are no longer recommended break rules", arguments: unsound)
    func unsoundClients(_ contestant: Contestant) throws {
        var score = Score(level: .pushes)
        try score.play(0..<200, on: contestant.client())
        #expect(score.failed > 0)
    }

    @Test("A read after a restart does not reuse a request name from before it", arguments: Contestant.all)
    func requestNames(_ contestant: Contestant) throws {
        for seed in 0..<60 {
            let history = History(level: .restarts, seed: UInt64(seed))
            let moments = try Player.play(history, on: contestant.client(), keepingMoments: true).moments
            let reads = moments.flatMap(\.reply.send).filter { if case .change = $0.kind { false } else { true } }.map(
                \.name)
            #expect(Set(reads).count == reads.count, "seed \(seed)")
        }
    }

    @Test("A history is played the same way each time", arguments: Contestant.all)
    func determinism(_ contestant: Contestant) throws {
        for level in Level.allCases {
            for seed in 0..<UInt64(Loops.isThorough ? 120 : 6) {
                let history = History(level: level, seed: seed)
                let first = try Player.play(history, on: contestant.client(), keepingMoments: true)
                let client = contestant.client()
                _ = try Player.play(History(level: .restarts, seed: seed + 1), on: client)
                let second = try Player.play(history, on: client, keepingMoments: true)
                #expect(first.moments == second.moments)
                #expect(first.failure == second.failure)
            }
        }
    }
}

extension Contestant: CustomTestStringConvertible {
    public var testDescription: String { name }
}
