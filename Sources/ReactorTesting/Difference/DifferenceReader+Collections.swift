extension DifferenceReader {
    /// The largest numbers of elements that are matched by id, and that are searched for insertions. Larger collections are
    /// compared by position.
    private static let idReach = 20_000
    private static let editReach = 200

    mutating func compareCollections(_ expected: Any, _ found: Any, at path: String) {
        func compare<Elements: Collection>(_ expected: Elements) {
            guard let found = found as? Elements else { return }
            compareElements(Array(expected), Array(found), at: path)
        }
        if let expected = expected as? any Collection {
            compare(expected)
        } else {
            let (left, right) = (Mirror(reflecting: expected), Mirror(reflecting: found))
            compareElements(left.children.map(\.value), right.children.map(\.value), at: path)
        }
    }

    private mutating func compareElements<Element>(_ expected: [Element], _ found: [Element], at path: String) {
        let isSame = equality(of: Element.self)
        // Equal elements at both ends are skipped, at the cost of one comparison each.
        var start = 0
        let shorter = min(expected.count, found.count)
        while start < shorter && isSame(expected[start], found[start]) { start += 1 }
        var end = 0
        while end < shorter - start && isSame(expected[expected.count - 1 - end], found[found.count - 1 - end]) {
            end += 1
        }
        let middle = Middle(
            path: path, start: start, expected: expected[start..<(expected.count - end)],
            found: found[start..<(found.count - end)])
        if Element.self is any Identifiable.Type, max(middle.expected.count, middle.found.count) <= Self.idReach,
            compareByID(middle)
        {
            return
        }
        if middle.expected.isEmpty || middle.found.isEmpty {
            noteRun(middle.expected, at: path, isExpected: true)
            noteRun(middle.found, at: path, isExpected: false)
        } else if middle.expected.count <= Self.editReach && middle.found.count <= Self.editReach {
            compareEdits(middle, isSame)
        } else {
            compareByPosition(middle, isSame)
        }
    }

    /// The rest of two arrays without their equal ends.
    private struct Middle<Element> {
        let path: String
        let start: Int
        let expected: ArraySlice<Element>
        let found: ArraySlice<Element>
    }

    /// Returns `==` of the elements if they have it, and a comparison of members otherwise.
    func equality<Element>(of type: Element.Type) -> (Element, Element) -> Bool {
        func typed<Value: Equatable>(_ type: Value.Type) -> ((Element, Element) -> Bool)? {
            let equal: (Value, Value) -> Bool = { $0 == $1 }
            return equal as? (Element, Element) -> Bool
        }
        if let type = type as? any Equatable.Type, let equal = typed(type) { return equal }
        return { expected, found in
            var reader = DifferenceReader(limit: 0)
            reader.compare(expected, found, at: "")
            return !reader.isCut
        }
    }

    // MARK: By position

    private mutating func compareByPosition<Element>(
        _ middle: Middle<Element>, _ isSame: (Element, Element) -> Bool
    ) {
        for (offset, (expected, found)) in zip(middle.expected, middle.found).enumerated()
        where !isCut && !isSame(expected, found) {
            compare(expected, found, at: "\(middle.path)[\(middle.start + offset)]")
        }
        noteRun(middle.expected.dropFirst(middle.found.count), at: middle.path, isExpected: true)
        noteRun(middle.found.dropFirst(middle.expected.count), at: middle.path, isExpected: false)
    }

    /// Notes insertions and removals if they are fewer than the differences by position.
    private mutating func compareEdits<Element>(_ middle: Middle<Element>, _ isSame: (Element, Element) -> Bool) {
        let edits = Array(middle.found).difference(from: Array(middle.expected), by: isSame)
        let changed = zip(middle.expected, middle.found).count { !isSame($0, $1) }
        let byPosition = changed + abs(middle.expected.count - middle.found.count)
        guard edits.count < byPosition else { return compareByPosition(middle, isSame) }
        for edit in edits.removals {
            guard case .remove(let offset, let element, _) = edit else { continue }
            note("\(middle.path)[\(middle.start + offset)]", ValueText.short(element), nil)
        }
        for edit in edits.insertions {
            guard case .insert(let offset, let element, _) = edit else { continue }
            note("\(middle.path)[\(middle.start + offset)]", nil, ValueText.short(element))
        }
    }

    /// Notes elements that only one side has: each element alone if they are few, all of them as one member otherwise.
    private mutating func noteRun<Element>(_ run: ArraySlice<Element>, at path: String, isExpected: Bool) {
        if run.count <= 3 {
            for index in run.indices {
                let text = ValueText.short(run[index])
                note("\(path)[\(index)]", isExpected ? text : nil, isExpected ? nil : text)
            }
        } else {
            let text = ValueText.short(run)
            note(
                "\(path)[\(run.startIndex)..<\(run.endIndex)]", isExpected ? text : nil, isExpected ? nil : text,
                note: "\(run.count) elements")
        }
    }

    // MARK: By id

    /// - Returns: Whether ids distinguish the elements.
    private mutating func compareByID<Element>(_ middle: Middle<Element>) -> Bool {
        let expectedIDs = middle.expected.map(identity)
        let foundIDs = middle.found.map(identity)
        let places = Dictionary(zip(foundIDs, middle.found.indices), uniquingKeysWith: { first, _ in first })
        let expectedSet = Set(expectedIDs)
        guard places.count == foundIDs.count, expectedSet.count == expectedIDs.count else { return false }
        for (id, expected) in zip(expectedIDs, middle.expected) {
            let path = "\(middle.path)[id: \(ValueText.short(id.base, limit: 40))]"
            if let place = places[id] {
                compare(expected, middle.found[place], at: path)
            } else {
                note(path, ValueText.short(expected), nil)
            }
        }
        for (id, found) in zip(foundIDs, middle.found) where !expectedSet.contains(id) {
            note("\(middle.path)[id: \(ValueText.short(id.base, limit: 40))]", nil, ValueText.short(found))
        }
        let (one, other) = (expectedIDs.filter { places[$0] != nil }, foundIDs.filter { expectedSet.contains($0) })
        if one != other {
            note(
                middle.path, ValueText.short(one.map(\.base)), ValueText.short(other.map(\.base)),
                note: "the same elements in another order")
        }
        return true
    }

    private func identity<Element>(_ element: Element) -> AnyHashable {
        func id<Value: Identifiable>(_ value: Value) -> AnyHashable { AnyHashable(value.id) }
        guard let element = element as? any Identifiable else { return AnyHashable(0) }
        return id(element)
    }
}
