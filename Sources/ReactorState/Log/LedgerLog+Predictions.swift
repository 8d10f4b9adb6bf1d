extension LedgerLog {
    /// A new prediction, its first events at the end. Without events it only keeps the place for what will be committed.
    package mutating func begin(
        _ prediction: PendingPrediction, _ events: LedgerEvents
    ) throws(LedgerRefusal) -> Change {
        guard predictions[prediction.id] == nil else { throw .alreadyBegun(prediction.id) }
        try refuseReset(events)
        predictions[prediction.id] = prediction
        lastPrediction = max(lastPrediction, prediction.id)
        count(prediction.entities, by: 1)
        predict(events, prediction.id)
        return events.isEmpty ? .none : .appended
    }

    /// Further events of a pending prediction, at the end.
    package mutating func append(_ events: LedgerEvents, to id: PredictionID) throws(LedgerRefusal) -> Change {
        guard predictions[id] != nil else { throw refusal(of: id) }
        try refuseReset(events)
        guard !events.isEmpty else { return .none }
        predict(events, id)
        return .appended
    }

    /// Makes a prediction certain, in place.
    package mutating func commit(_ id: PredictionID) throws(LedgerRefusal) -> Change {
        for place in try close(id).places { entries[place].owner = nil }
        return .none
    }

    /// Puts certain events where a prediction began, and takes its own away.
    package mutating func commit(_ id: PredictionID, with events: LedgerEvents) throws(LedgerRefusal) -> Change {
        try refuseReset(events)
        let places = try close(id).places
        let change = remove(places.dropFirst())
        guard let first = places.first else { return change }
        let predicted = entries[first].events
        if events.isEmpty {
            entries.remove(first)
        } else {
            // The answer takes the number, too: what was aimed at the prediction hits what it has become.
            entries[first] = LedgerEntry(events: events, number: entries[first].number)
        }
        return events.isEmpty && predicted.isEmpty ? change : .rearranged
    }

    /// Takes a prediction's events away, and puts others, certain ones, at the end.
    package mutating func rollback(_ id: PredictionID, with events: LedgerEvents) throws(LedgerRefusal) -> Change {
        let removal = remove(try close(id).places[...])
        let addition = append(events)
        if case .rearranged = removal { return removal }
        return addition
    }

    /// Takes away the predictions of a scope, and says which they were, in the order of their ids. O(pending).
    package mutating func withdraw(scope: ObjectIdentifier) -> (withdrawn: [PredictionID], change: Change) {
        let withdrawn = predictions.values.filter { $0.scopes.contains(scope) }.map(\.id).sorted()
        return (withdrawn, withdraw(withdrawn))
    }

    /// Takes away these predictions, those of them that are pending.
    package mutating func withdraw(_ ids: [PredictionID]) -> Change {
        var change = Change.none
        for id in ids {
            guard let prediction = try? close(id) else { continue }
            if case .rearranged = remove(prediction.places[...]) { change = .rearranged }
        }
        return change
    }

    mutating func predict(_ events: LedgerEvents, _ id: PredictionID) {
        predict(LedgerEntry(owner: .prediction(id), events: events, number: nextNumber()), id)
    }

    mutating func predict(_ entry: LedgerEntry, _ id: PredictionID) {
        let place = entries.insert(entry)
        predictions[id]?.places.append(place)
        if lowestPredicted == nil { lowestPredicted = place }
    }

    mutating func count(_ changed: [LedgerEntity], by step: Int) {
        for entity in changed {
            let total = entities[entity, default: 0] + step
            entities[entity] = total == 0 ? nil : total
        }
    }

    private func refusal(of id: PredictionID) -> LedgerRefusal {
        id <= lastPrediction ? .alreadySettled(id) : .neverBegun(id)
    }

    private mutating func close(_ id: PredictionID) throws(LedgerRefusal) -> PendingPrediction {
        guard let prediction = predictions[id] else { throw refusal(of: id) }
        predictions[id] = nil
        count(prediction.entities, by: -1)
        while let place = lowestPredicted, !isPredicted(place) { lowestPredicted = entries.place(after: place) }
        return prediction
    }

    private func isPredicted(_ place: LedgerEntries.Place) -> Bool {
        guard case .prediction(let id) = entries[place].owner else { return false }
        return predictions[id] != nil
    }

    private mutating func remove(_ places: ArraySlice<LedgerEntries.Place>) -> Change {
        var change = Change.none
        for place in places where !entries.remove(place).events.isEmpty { change = .rearranged }
        return change
    }
}
