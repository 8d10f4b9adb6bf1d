import Reactor
import ReactorRecording

/// Records a session of `count` events, one in a hundred of them predicted and settled later.
func record(_ folder: String, count: Int) async throws {
    let configuration = JournalConfiguration(
        app: "million-events", durability: .grouped(every: .milliseconds(100)), rotation: Rotation(keeping: nil))
    let opened = try await Core.open(
        journal: folder, initial: Bank(), catalog: Bank.catalog, configuration: configuration)
    var random = SplitMix(state: 1)
    var held: [Prediction] = []
    let time = await ContinuousClock().measure {
        for number in 0..<count {
            let transfer = Transferred(
                from: random.below(1_000), to: random.below(1_000), amount: Double(random.below(1_000_000)) / 100)
            switch number % 100 {
            case 17, 19, 23: held.append(opened.core.predict(transfer))
            case 43: held.popLast()?.commit()
            case 61: held.popLast()?.commit(with: [transfer])
            case 57:
                opened.core.fire(event: AccountFrozen(account: random.below(1_000), isFrozen: random.below(2) == 0))
            case 71: opened.core.fire(event: MemoTyped(text: "memo \(number)"))
            case 89: held.popLast()?.rollback()
            default: opened.core.fire(event: transfer)
            }
            // As in a program: the fired events are applied before many more are fired.
            if number % 1_000 == 999 { await opened.core.settled() }
        }
        await opened.core.settled()
    }
    let digest = try Bank.catalog.digest(of: await opened.core.state)
    for prediction in held { prediction.commit() }
    _ = await opened.core.state
    try await opened.journal.close()
    print("recorded \(opened.journal.lastSeq) entries in \(time); digest \(digest)")
}

struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: UInt64) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % bound)
    }
}
