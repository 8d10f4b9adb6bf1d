/// The qualified name of a type as in source code, without the context of private types, which differs in each process.
package func readableName(of type: Any.Type) -> String {
    var text = ""
    var rest = String(reflecting: type)[...]
    while let start = rest.range(of: "(unknown context at ") {
        text += rest[..<start.lowerBound]
        rest = rest[start.upperBound...].drop { $0 != ")" }.dropFirst(2)
    }
    return text + rest
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
            formIndex(after: &place)
        }
        return nil
    }
}
