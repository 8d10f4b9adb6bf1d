import ReactorRecording

/// A cursor that finds a value in consecutive states. The search for a row begins at its last position, and continues in both
/// directions.
struct ValueCursor {
    let way: [ValuePath.Step]
    private var places: [Place]
    private var last: EncodedValue?

    /// The results of a step in earlier states.
    private struct Place {
        /// The last container. While it is unchanged, the value inside is unchanged.
        var looked: EncodedValue?
        /// The position of the row.
        var index = 0
        /// Whether the step leads to a member, whose name can be a number.
        var isMember = false
        /// The list that did not contain the row.
        var without: EncodedList?
    }

    init(_ way: [ValuePath.Step]) {
        self.way = way
        places = way.map { _ in Place() }
    }

    /// The path of the value in the last state.
    var standing: [Redactor.Path.Step] {
        zip(way, places).map { step, place in
            switch step {
            case .key(let key): .key(key)
            case .index(let index): place.isMember ? .key("\(index)") : .index(index)
            case .row, .any: .index(place.index)
            }
        }
    }

    /// Returns the value in this state, or nil if it does not exist.
    mutating func value(in state: EncodedValue) -> EncodedValue? {
        var value = state
        for place in way.indices {
            if let looked = places[place].looked, looked.isOne(with: value) { return last }
            guard let inner = inner(value, place) else {
                // If the value appears again, the search starts from the beginning.
                places[place].index = 0
                places[place].isMember = false
                places[place].looked = value
                for deeper in way.indices[(place + 1)...] { places[deeper] = Place() }
                last = nil
                return nil
            }
            places[place].looked = value
            value = inner
        }
        last = value
        return value
    }

    private mutating func inner(_ value: EncodedValue, _ place: Int) -> EncodedValue? {
        places[place].isMember = false
        guard value.elementCount == nil else {
            switch way[place] {
            case .key, .any: return nil
            case .index(let index): return value.element(index)
            case .row(let ids): return row(ids, in: value, place)
            }
        }
        guard let name = way[place].name, let inner = value.member(name) else { return nil }
        places[place].isMember = true
        return inner
    }

    private mutating func row(_ ids: [JSON], in value: EncodedValue, _ place: Int) -> EncodedValue? {
        guard let list = value.list, list.count > 0 else { return nil }
        func isRow(_ element: EncodedValue) -> Bool { element.member("id").map { ids.contains($0.json) } ?? false }
        let near = min(places[place].index, list.count - 1)
        var range = 0..<list.count
        if let without = places[place].without {
            // Only an element that the list did not have can be the row.
            let (head, tail) = list.common(with: without) { _, _ in false }
            range = head..<list.count - tail
        } else if isRow(list[near]) {
            places[place].index = near
            return list[near]
        }
        let start = places[place].index
        let found = zip(range, list.elements(range)).filter { isRow($1) }.map(\.0)
        guard let index = found.min(by: { (abs($0 - start), -$0) < (abs($1 - start), -$1) }) else {
            places[place].without = list
            return nil
        }
        (places[place].index, places[place].without) = (index, nil)
        return list[index]
    }
}

extension EncodedValue {
    /// Whether both are the same object in memory.
    fileprivate func isOne(with other: EncodedValue) -> Bool {
        switch (self, other) {
        case (.object(let left), .object(let right)): left === right
        case (.list(let left), .list(let right)): left === right
        default: false
        }
    }
}

extension ValuePath {
    /// Returns the path of the same value in other states: a position among rows with ids becomes the current row. A path without
    /// a value stays as it is written, because it may have had one before.
    func way(in state: EncodedValue) -> [Step] {
        var (way, value) = ([Step](), state)
        for var step in steps {
            if case .index(let index) = step, let list = value.list, 0..<list.count ~= index {
                let ids = list.elements(0..<list.count).compactMap { $0.member("id")?.json }
                // Each row has a unique id.
                if ids.count == list.count, Set(ids).count == list.count { step = .row([ids[index]]) }
            }
            var cursor = ValueCursor([step])
            guard let inner = cursor.value(in: value) else { break }
            if case .key(let name)? = cursor.standing.first { step = .key(name) }
            way.append(step)
            value = inner
        }
        return way + steps.dropFirst(way.count)
    }
}
