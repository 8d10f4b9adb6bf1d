/// What several have done at once, with no thought of cost: each deed with the whole states before and behind each of its
/// steps. The order of cards and tags is not told.
struct NaivePastOfSeveral {
    struct Step {
        let before: Desk
        let after: Desk
    }

    struct Deed {
        let words: String
        var steps: [Step]
        var isUndone = false
        var isRolledBack = false
        /// Done again while it was pending, so that it shows whatever becomes of the prediction.
        var wasRedone = false
        var shown: String { words + (isUndone ? " (undone)" : "") }
    }

    var deeds: [Deed] = []
    private(set) var done: [Int] = []
    private(set) var undone: [Int] = []

    /// - Returns: the place of the deed.
    mutating func did(_ words: String, _ steps: [Step]) -> Int {
        done.append(deeds.count)
        deeds.append(Deed(words: words, steps: steps))
        undone = []
        return deeds.count - 1
    }

    mutating func undo(_ now: Desk) -> (place: Int, state: Desk)? {
        guard let index = done.lastIndex(where: { reverted($0, now) != nil }), let state = reverted(done[index], now)
        else { return nil }
        let place = done[index]
        done.removeSubrange(index...)
        undone.append(place)
        deeds[place].isUndone = true
        return (place, state)
    }

    mutating func redo(_ now: Desk) -> (place: Int, state: Desk)? {
        guard let index = undone.lastIndex(where: { repeated($0, now) != nil }),
            let state = repeated(undone[index], now)
        else { return nil }
        let place = undone[index]
        undone.removeSubrange(index...)
        done.append(place)
        deeds[place].isUndone = false
        deeds[place].wasRedone = true
        return (place, state)
    }

    /// What a prediction of a deed was answered with.
    mutating func answered(_ place: Int, _ step: Step) {
        guard deeds[place].isUndone else { return deeds[place].steps.append(step) }
        guard step.before != step.after else { return deeds[place].steps.append(step) }
        deeds[place].isUndone = false
        deeds[place].steps = [step]
        undone.removeAll { $0 == place }
        done.append(place)
    }

    /// The prediction that a deed is was rolled back.
    mutating func rolledBack(_ place: Int) {
        guard !deeds[place].wasRedone else { return }
        deeds[place].isRolledBack = true
        done.removeAll { $0 == place }
        undone.removeAll { $0 == place }
    }

    var told: [String] { deeds.filter { !$0.isRolledBack }.map(\.shown) }

    /// Nil where that changes nothing.
    func reverted(_ place: Int, _ now: Desk) -> Desk? {
        var then = now
        for step in deeds[place].steps.reversed() { then.bring(from: step.after, to: step.before) }
        return then.unordered == now.unordered ? nil : then
    }

    func repeated(_ place: Int, _ now: Desk) -> Desk? {
        var then = now
        for step in deeds[place].steps { then.bring(from: step.before, to: step.after) }
        return then.unordered == now.unordered ? nil : then
    }
}

extension Desk {
    /// Each value for itself, where it is still the one that it was.
    fileprivate mutating func bring(from: Desk, to: Desk) {
        if from.title != to.title, title == from.title { title = to.title }
        if from.looks != to.looks, looks == from.looks { looks = to.looks }
        if from.phase != to.phase, phase == from.phase { phase = to.phase }
        if from.chosen != to.chosen {
            if chosen == from.chosen {
                chosen = to.chosen
            } else if let one = from.chosen, let other = to.chosen, var now = chosen, one.id == other.id,
                now.id == one.id
            {
                now.bring(from: one, to: other)
                chosen = now
            }
        }
        for tag in Set(from.tags + to.tags) {
            let more = to.tags.count { $0 == tag } - from.tags.count { $0 == tag }
            tags += Array(repeating: tag, count: max(0, more))
            for _ in 0..<max(0, -more) {
                if let index = tags.lastIndex(of: tag) { tags.remove(at: index) }
            }
        }
        for id in Set((from.cards + to.cards).map(\.id)).sorted() {
            let index = cards.firstIndex { $0.id == id }
            switch (from.cards.first { $0.id == id }, to.cards.first { $0.id == id }) {
            case (let one?, let other?): if let index { cards[index].bring(from: one, to: other) }
            case (_?, nil): if let index { cards.remove(at: index) }
            case (nil, let other?): if index == nil { cards.append(other) }
            case (nil, nil): break
            }
        }
    }
}

extension Desk.Card {
    fileprivate mutating func bring(from: Desk.Card, to: Desk.Card) {
        if from.text != to.text, text == from.text { text = to.text }
        if from.mood != to.mood, mood == from.mood { mood = to.mood }
    }
}
