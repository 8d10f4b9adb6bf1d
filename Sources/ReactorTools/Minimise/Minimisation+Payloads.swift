import Reactor
import ReactorRecording

/// The reduction of payloads, and of a base state that entries have created: first arrays and members, then values. Equal values
/// are replaced everywhere together, because several events can contain the same id.
extension Minimisation {
    mutating func shrinkPayloads() throws {
        try shrinkStructure()
        try shrinkValues()
    }

    private mutating func shrinkStructure() throws {
        var index = smallest.entries.count
        while index >= (hasMadeState ? 0 : 1), replays < limit {
            defer { index -= 1 }
            guard index <= smallest.entries.count, let payload = smallest.payload(index) else { continue }
            for path in payload.containers {
                guard index <= smallest.entries.count, let now = smallest.payload(index) else { break }
                switch now[path] {
                case .array(let elements)?: try shrinkList(elements, at: path, of: index)
                case .object(let object)?:
                    for member in object.members {
                        guard let now = smallest.payload(index), now[path]?[member.key] != nil else { break }
                        _ = try tries(smallest.with(now.replacing(path.appending(.key(member.key)), with: nil), index))
                    }
                default: continue
                }
            }
        }
    }

    /// Removes elements: all, then halves, and so on.
    private mutating func shrinkList(_ elements: [JSON], at path: JSONPath, of index: Int) throws {
        var elements = elements
        var size = elements.count
        while size > 0, replays < limit {
            var end = elements.count
            while end > 0, index <= smallest.entries.count, let payload = smallest.payload(index) {
                let start = max(0, end - size)
                let fewer = Array(elements[..<start] + elements[end...])
                if try tries(smallest.with(payload.replacing(path, with: .array(fewer)), index)) { elements = fewer }
                end = start
            }
            size /= 2
        }
    }

    private mutating func shrinkValues() throws {
        var payloads = payloads
        for value in payloads.values {
            var value = value
            while replays < limit {
                guard let smaller = try replace(value, by: value.smaller, of: nil, &payloads) else { break }
                value = smaller
            }
            // Equal values can be independent, so each is tried alone, too.
            let places = payloads.indices.filter { payloads[$0]?.holds(value) == true }
            guard places.count > 1, places.count <= Self.fewPlaces else { continue }
            for place in places.reversed() { _ = try replace(value, by: value.smallest, of: place, &payloads) }
        }
    }

    private static var fewPlaces: Int { 8 }

    /// Replaces a value with the first suitable candidate, in one entry or in all places.
    private mutating func replace(
        _ value: JSON, by smaller: [JSON], of place: Int?, _ payloads: inout [JSON?]
    ) throws -> JSON? {
        for smaller in smaller {
            var candidate = smallest
            for index in place.map({ $0..<$0 + 1 }) ?? payloads.indices where index <= smallest.entries.count {
                guard let payload = payloads[index], payload.holds(value) else { continue }
                candidate = candidate.with(payload.replacingValues(value, with: smaller), index)
            }
            guard try tries(candidate) else { continue }
            payloads = self.payloads
            return smaller
        }
        return nil
    }

    /// The values that can be reduced, by position.
    private var payloads: [JSON?] {
        [hasMadeState ? smallest.payload(0) : nil] + (0..<smallest.entries.count).map { smallest.payload($0 + 1) }
    }
}

/// Position 0 is the base state, and the later positions are the payloads of the entries.
extension RecordingDraft {
    fileprivate func payload(_ index: Int) -> JSON? {
        guard index > 0 else { return try? JSON(parsing: header.base) }
        return entries[index - 1].event.flatMap { try? JSON(parsing: $0.payload) }
    }

    fileprivate func with(_ payload: JSON, _ index: Int) -> RecordingDraft {
        guard index > 0 else {
            var header = header
            header.base = payload.bytes()
            return RecordingDraft(header: header, entries: entries)
        }
        var entries = entries
        entries[index - 1].event?.payload = payload.bytes()
        return with(entries)
    }
}

extension [JSON?] {
    /// The different texts, numbers and Booleans of all events, in order.
    fileprivate var values: [JSON] {
        var seen: Set<JSON> = []
        var values: [JSON] = []
        for case let payload? in self {
            payload.forEachValue { if seen.insert($0).inserted { values.append($0) } }
        }
        return values
    }
}
