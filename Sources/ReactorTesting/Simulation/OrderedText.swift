/// The text of a value, in which the elements of sets and dictionaries are in the order of their texts. Their own order is that of
/// hashes, which differs between two equal values of one process.
struct OrderedText {
    private var text = ""

    /// Returns the text, which is that of the value itself unless it can contain a collection.
    static func of(_ value: Any) -> String {
        let plain = String(describing: value)
        // Only collections write this character, and the walk through the members costs more than the text.
        guard plain.contains("[") else { return plain }
        var writer = OrderedText()
        writer.write(value)
        return writer.text
    }

    private mutating func write(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .set, .dictionary:
            text += "[" + mirror.children.map { Self.of($0.value) }.sorted().joined(separator: ", ") + "]"
        case .collection: list(mirror.children, in: "[", "]")
        case .optional, .enum:
            guard let payload = mirror.children.first else { return text += String(describing: value) }
            text += payload.label ?? "some"
            let members = Mirror(reflecting: payload.value)
            if members.displayStyle == .tuple { return list(members.children, in: "(", ")") }
            list(mirror.children, in: "(", ")", isLabeled: false)
        case .struct, .tuple:
            // An object is not entered, because objects can form cycles.
            guard !mirror.children.isEmpty else { return text += String(describing: value) }
            if mirror.displayStyle == .struct { text += "\(type(of: value))" }
            list(mirror.children, in: "(", ")")
        default: text += value is String ? String(reflecting: value) : String(describing: value)
        }
    }

    private mutating func list(_ members: Mirror.Children, in open: String, _ close: String, isLabeled: Bool = true) {
        text += open
        for (index, member) in members.enumerated() {
            if index > 0 { text += ", " }
            if isLabeled, let label = member.label, !label.hasPrefix(".") { text += "\(label): " }
            write(member.value)
        }
        text += close
    }
}
