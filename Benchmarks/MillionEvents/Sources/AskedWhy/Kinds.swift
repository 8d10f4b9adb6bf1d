import Reactor
import ReactorRecording

var kinds: [any Asked] { [rows, tree, weights, text, arrays] }

private func paths(_ paths: String...) -> [[String]] { paths.map { ["--path", $0] } }

/// Rows with ids, one more with every other entry.
private var rows: Kind<Ledger> {
    var next = 0
    return Kind(
        name: "rows", initial: Ledger(), catalog: Ledger.catalog,
        questions: paths("rows[300].grams", "rows[id=4000].grams", "rows")
            + [["--path", "rows[id=300].grams", "--all"], ["--path", "rows[id=300].grams", "--at", "6000"]]
    ) { core, random in
        let isNew = next.isMultiple(of: 2)
        core.fire(
            event: Put(id: isNew ? next : random.below(next), grams: random.below(50), place: isNew ? next : nil))
        next += 1
    }
}

private var tree: Kind<Tree> {
    Kind(
        name: "tree", initial: Tree(), catalog: Tree.catalog,
        questions: paths(
            "trunk.crown.limbs.limb7.twigs[3].leaves[5].size", "trunk.crown.limbs.limb7.twigs[3].leaves[id=5].size",
            "age",
            "trunk.crown.limbs.limb7", "trunk")
    ) { core, random in
        core.fire(event: Grown(limb: "limb\(random.below(20))", leaf: random.below(200), size: random.below(50)))
    }
}

/// A thousand weights that are predicted, and confirmed or refused.
private var weights: Kind<Weights> {
    let records = (1...1_000).map { Record(id: $0, reading: Reading(day: "2026-01-05", grams: 80_000 + $0)) }
    var initial = Weights()
    for record in records { initial.weights.rows.append(record) }
    return Kind(
        name: "weights", initial: initial, catalog: Weights.catalog,
        questions: paths(
            "weights.rows[3].reading.grams", "weights.rows[id=7].reading.grams", "nextID", "pending", "weights")
    ) { core, random in
        var record = records[random.below(records.count)]
        record.reading.grams = 80_000 + random.below(10_000)
        let prediction = core.predict(Predicted(change: Change(update: record)))
        if random.below(10) > 0 {
            prediction.commit(with: [Confirmed(saved: Change(update: record))])
        } else {
            prediction.rollback()
        }
    }
}

/// The recording of an editor: it grows to more than half of the entries.
private var text: Kind<Document> {
    var length = 0
    return Kind(
        name: "text", initial: Document(), catalog: Document.catalog, questions: paths("text", "$")
    ) { core, random in
        if length > 20, random.below(5) == 0 {
            core.fire(event: Edited(position: Int32(random.below(length - 10)), deletedCount: 1, inserted: ""))
            length -= 1
        } else {
            let place = random.below(4) == 0 ? random.below(length + 1) : max(0, length - 3)
            core.fire(event: Edited(position: Int32(place), deletedCount: 0, inserted: "e"))
            length += 1
        }
    }
}

/// A thousand rows in a plain array, of which one is sometimes removed and another added.
private var arrays: Kind<Shelf> {
    var number = 0
    return Kind(
        name: "arrays", initial: Shelf(), catalog: Shelf.catalog,
        questions: paths(
            "things[300].grams", "things[id=2500].grams", "things[id=700].grams", "things[id=150]", "plain[500]",
            "count", "things")
    ) { core, random in
        defer { number += 1 }
        if number < 1_000 {
            core.fire(event: Put(id: number, grams: 0, place: 0))
        } else if number.isMultiple(of: 50) {
            core.fire(event: Gone(id: number / 50 - 19))
            core.fire(event: Put(id: number / 50 + 1_000, grams: 1, place: random.below(1_000)))
        } else {
            core.fire(event: Put(id: random.below(3_000), grams: random.below(50), place: nil))
        }
    }
}
