/// A value as text of bounded length. Members after the limit are not read.
struct ValueText {
    private var text = ""
    private let limit: Int

    private init(limit: Int) { self.limit = limit }

    /// Returns the value in about `limit` characters at most.
    static func short(_ value: Any, limit: Int = 200) -> String {
        var writer = ValueText(limit: limit)
        writer.write(value, depth: 0)
        return writer.text
    }

    private var isFull: Bool { text.utf8.count >= limit }

    /// Appends the text up to the limit.
    private mutating func put(_ part: some StringProtocol) {
        let room = limit - text.utf8.count
        if part.utf8.count <= room + 1 {
            text += part
        } else if room > 0 {
            text += part.prefix(room) + "…"
        }
    }

    private mutating func write(_ value: Any, depth: Int) {
        guard !isFull else { return }
        if let value = value as? any Transparent { return write(value.content, depth: depth) }
        if let value = value as? String { return put(String(value.prefix(limit)).debugDescription) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            if let wrapped = mirror.children.first { write(wrapped.value, depth: depth) } else { put("nil") }
        case .collection: writeElements(mirror.children, count: mirror.children.count, depth: depth)
        case .set: writeSorted(mirror, depth: depth) { writer, child in writer.write(child.value, depth: depth + 1) }
        case .dictionary: writeDictionary(mirror, depth: depth)
        case .enum: writeCase(value, mirror, depth: depth)
        case .struct, .class, .tuple: writeMembers(value, mirror, depth: depth)
        default: put(plain(value))
        }
    }

    private func plain(_ value: Any) -> String {
        value is any CustomStringConvertible || !(value is any CustomDebugStringConvertible)
            ? String(describing: value) : String(reflecting: value)
    }

    private mutating func writeElements(_ children: Mirror.Children, count: Int, depth: Int) {
        put("[")
        for (index, child) in children.enumerated() {
            if index > 0 { put(", ") }
            guard !isFull else { break }
            write(child.value, depth: depth + 1)
        }
        close("]", of: count)
    }

    /// Ends a list, with the number of its elements if some are left out.
    private mutating func close(_ bracket: String, of count: Int) {
        if isFull { text += "…\(bracket) (\(count))" } else { put(bracket) }
    }

    private mutating func writeDictionary(_ mirror: Mirror, depth: Int) {
        guard mirror.children.count > 0 else { return put("[:]") }
        writeSorted(mirror, depth: depth) { writer, child in
            let pair = Mirror(reflecting: child.value).children.map(\.value)
            guard pair.count == 2 else { return }
            writer.write(pair[0], depth: depth + 1)
            writer.put(": ")
            writer.write(pair[1], depth: depth + 1)
        }
    }

    /// Writes an unordered collection in the order of its texts, so that the text is equal in each process. Of a very large
    /// collection, only some elements are written.
    private mutating func writeSorted(
        _ mirror: Mirror, depth: Int, _ write: (inout ValueText, Mirror.Child) -> Void
    ) {
        let texts = mirror.children.prefix(100).map { child in
            var writer = ValueText(limit: min(limit, 80))
            write(&writer, child)
            return writer.text
        }
        put("[" + texts.sorted().joined(separator: ", "))
        close(mirror.children.count > 100 ? ", …]" : "]", of: mirror.children.count)
    }

    private mutating func writeCase(_ value: Any, _ mirror: Mirror, depth: Int) {
        guard let payload = mirror.children.first else { return put(".\(value)") }
        put(".\(payload.label ?? "")")
        let members = Mirror(reflecting: payload.value)
        if members.displayStyle == .tuple {
            writeList(members.children, depth: depth)
        } else {
            put("(")
            write(payload.value, depth: depth + 1)
            put(")")
        }
    }

    private mutating func writeMembers(_ value: Any, _ mirror: Mirror, depth: Int) {
        if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
            return put(plain(value))
        }
        if mirror.displayStyle != .tuple { put("\(type(of: value))") }
        guard depth < 8 else { return put("(…)") }
        writeList(mirror.children, depth: depth)
    }

    private mutating func writeList(_ children: Mirror.Children, depth: Int) {
        put("(")
        for (index, child) in children.enumerated() {
            if index > 0 { put(", ") }
            guard !isFull else { break }
            let label = child.value is any Transparent ? child.label?.drop { $0 == "_" } : child.label?[...]
            if let label, !label.hasPrefix(".") { put("\(label): ") }
            write(child.value, depth: depth + 1)
        }
        put(")")
    }
}
