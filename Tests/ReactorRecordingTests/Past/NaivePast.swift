/// What was done and undone, with no thought of cost: each deed with the whole state before and behind it.
struct NaivePast {
    struct Deed {
        let words: String
        let before: Desk
        let after: Desk
    }

    private(set) var deeds: [Deed] = []
    private(set) var done: [Int] = []
    private(set) var undone: [Int] = []
    /// Those that are undone, whether they can be done again or not.
    private(set) var isUndone: Set<Int> = []

    mutating func did(_ words: String, _ before: Desk, _ after: Desk) {
        done.append(deeds.count)
        deeds.append(Deed(words: words, before: before, after: after))
        undone = []
    }

    /// The state without the last deed that changed something, nil where there is none. What a person did not do stays.
    mutating func undo(_ now: Desk) -> Desk? {
        while let last = done.popLast() {
            guard deeds[last].before != deeds[last].after else { continue }
            undone.append(last)
            isUndone.insert(last)
            return deeds[last].before.seen(as: now)
        }
        return nil
    }

    mutating func redo(_ now: Desk) -> Desk? {
        guard let last = undone.popLast() else { return nil }
        done.append(last)
        isUndone.remove(last)
        return deeds[last].after.seen(as: now)
    }

    /// The state in which what a deed changed is as it was, each value for itself; nil where that changes nothing. The order of
    /// the cards, and of the tags, is not told.
    func restored(_ place: Int, _ now: Desk) -> Desk? {
        let (before, after) = (deeds[place].before, deeds[place].after)
        var then = now
        if before.title != after.title, now.title == after.title { then.title = before.title }
        for tag in Set(before.tags + after.tags) {
            let more = before.tags.count { $0 == tag } - after.tags.count { $0 == tag }
            then.tags += Array(repeating: tag, count: max(0, more))
            if more < 0, let index = then.tags.lastIndex(of: tag) { then.tags.remove(at: index) }
        }
        func card(_ desk: Desk, _ id: Int) -> Desk.Card? { desk.cards.first { $0.id == id } }
        for id in Set((before.cards + after.cards).map(\.id)).sorted() {
            let index = then.cards.firstIndex { $0.id == id }
            switch (card(before, id), card(after, id)) {
            case (let earlier?, let later?):
                guard let index else { continue }
                if earlier.text != later.text, then.cards[index].text == later.text {
                    then.cards[index].text = earlier.text
                }
                if earlier.mood != later.mood, then.cards[index].mood == later.mood {
                    then.cards[index].mood = earlier.mood
                }
            case (nil, _?): if let index { then.cards.remove(at: index) }
            case (let earlier?, nil): if index == nil { then.cards.append(earlier) }
            case (nil, nil): break
            }
        }
        return then.unordered == now.unordered ? nil : then
    }
}

extension Desk {
    /// The same, looked at as often as another.
    func seen(as other: Desk) -> Desk {
        var desk = self
        desk.looks = other.looks
        return desk
    }

    /// The same without an order.
    var unordered: Desk {
        var desk = self
        desk.cards.sort { $0.id < $1.id }
        desk.tags.sort()
        return desk
    }
}
