/// A dictionary or a set, whose elements are found by key.
protocol KeyedReadable {
    /// Notes the differences from a collection of the same type.
    func compare(with found: Any, at path: String, in reader: inout DifferenceReader)
}

extension Dictionary: KeyedReadable {
    func compare(with found: Any, at path: String, in reader: inout DifferenceReader) {
        guard let found = found as? Self else { return }
        let isSame = reader.equality(of: Value.self)
        var different = filter { key, value in found[key].map { !isSame(value, $0) } ?? true }.map(\.key)
        different += found.keys.filter { self[$0] == nil }
        // The order of a dictionary differs in each process.
        for (text, key) in different.sortedByText(upTo: reader.limit + 1) {
            let path = "\(path)[\(text)]"
            switch (self[key], found[key]) {
            case (let value?, let other?): reader.compare(value, other, at: path)
            case (let value, let other):
                reader.note(path, value.map { ValueText.short($0) }, other.map { ValueText.short($0) })
            }
        }
    }
}

extension Set: KeyedReadable {
    func compare(with found: Any, at path: String, in reader: inout DifferenceReader) {
        guard let found = found as? Self else { return }
        for (text, _) in Array(subtracting(found)).sortedByText(upTo: reader.limit + 1) {
            reader.note(path, text, nil)
        }
        for (text, _) in Array(found.subtracting(self)).sortedByText(upTo: reader.limit + 1) {
            reader.note(path, nil, text)
        }
    }
}

extension Array {
    /// Returns the first elements in the order of their texts, with these texts. If there are very many, only some are sorted.
    fileprivate func sortedByText(upTo count: Int) -> ArraySlice<(String, Element)> {
        prefix(10_000).map { (ValueText.short($0, limit: 40), $0) }.sorted { $0.0 < $1.0 }.prefix(count)
    }
}
