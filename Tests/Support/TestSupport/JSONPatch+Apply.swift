package import ReactorJSON

extension JSONPatch {
    /// The result of this patch for `json`, or nil if it is not a patch, or not one for that value.
    ///
    /// New members go to the end of their object.
    package func applied(to json: JSON) -> JSON? { Self.apply(self.json, to: json) }

    private static func apply(_ patch: JSON, to json: JSON) -> JSON? {
        if patch == 0 { return json }
        guard let parts = patch.array, let kind = parts.first?.int else { return nil }
        switch (kind, json) {
        case (0, _): return parts.count == 2 ? parts[1] : nil
        case (1, .object(let object)): return members(parts, of: object)
        case (2, .array(let elements)): return self.elements(parts.dropFirst(), of: elements)
        case (3, .string(let string)): return text(parts, of: string)
        default: return nil
        }
    }

    private static func members(_ parts: [JSON], of object: JSON.Object) -> JSON? {
        guard parts.count == 2 || parts.count == 3, let changes = parts[1].object else { return nil }
        var object = object
        for change in changes.members {
            guard let value = apply(change.value, to: object[change.key] ?? .null) else { return nil }
            object[change.key] = value
        }
        guard parts.count == 3 else { return .object(object) }
        guard let removed = parts[2].array else { return nil }
        for name in removed {
            guard let key = name.string, object[key] != nil else { return nil }
            object[key] = nil
        }
        return .object(object)
    }

    private static func elements(_ edits: ArraySlice<JSON>, of elements: [JSON]) -> JSON? {
        var result: [JSON] = []
        var next = 0
        for edit in edits {
            guard let at = edit[0]?.int, at >= next, at <= elements.count else { return nil }
            result += elements[next..<at]
            if let patch = edit[1], edit[2] == nil {
                guard at < elements.count, let element = apply(patch, to: elements[at]) else { return nil }
                result.append(element)
                next = at + 1
            } else {
                guard let count = edit[1]?.int, let inserted = edit[2]?.array, count >= 0,
                    count <= elements.count - at
                else { return nil }
                result += inserted
                next = at + count
            }
        }
        return .array(result + elements[next...])
    }

    private static func text(_ parts: [JSON], of string: String) -> JSON? {
        guard parts.count == 4, let at = parts[1].int, let count = parts[2].int, let inserted = parts[3].string else {
            return nil
        }
        let units = string.utf16
        guard at >= 0, count >= 0, at <= units.count, count <= units.count - at else { return nil }
        let start = units.index(units.startIndex, offsetBy: at)
        let end = units.index(start, offsetBy: count)
        guard let head = String(units[..<start]), let tail = String(units[end...]) else { return nil }
        return .string(head + inserted + tail)
    }
}
