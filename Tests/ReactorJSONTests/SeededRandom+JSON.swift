import ReactorTesting

@testable import ReactorJSON

/// Arbitrary JSON, and changes of it.
extension SeededRandom {
    mutating func number() -> JSON.Number {
        let written = [
            "0", "-0", "1", "1.0", "1e0", "10e-1", "0.5", "5e-1", "-12.50", "9007199254740993", "1E+3", "1000",
        ]
        return JSON.Number(written[below(written.count)]) ?? JSON.Number(below(1000))
    }

    mutating func string() -> String {
        let pieces = ["a", "b", "\"", "\\", "\n", "\u{1}", "é", "e\u{301}", "🧭", "</script>", "\u{2028}", "$jsan", "/"]
        return (0..<below(6)).map { _ in pieces[below(pieces.count)] }.joined()
    }

    mutating func json(depth: Int = 3) -> JSON {
        switch below(depth == 0 ? 5 : 9) {
        case 0: return .null
        case 1: return .bool(chance(50))
        case 2, 3: return .number(number())
        case 4: return .string(string())
        case 5, 6: return .array((0..<below(6)).map { _ in json(depth: depth - 1) })
        default:
            var object = JSON.Object()
            for _ in 0..<below(6) { object[string()] = json(depth: depth - 1) }
            return .object(object)
        }
    }

    /// A value that differs in a few places.
    mutating func changed(_ json: JSON) -> JSON {
        if chance(10) { return self.json(depth: 2) }
        switch json {
        case .array(var elements):
            for _ in 0...below(3) {
                switch below(3) {
                case 0: elements.insert(self.json(depth: 1), at: below(elements.count + 1))
                case 1 where !elements.isEmpty: elements.remove(at: below(elements.count))
                case 2 where !elements.isEmpty:
                    let place = below(elements.count)
                    elements[place] = changed(elements[place])
                default: continue
                }
            }
            return .array(elements)
        case .object(var object):
            if !object.members.isEmpty {
                let member = object.members[below(object.count)]
                object[member.key] = chance(30) ? nil : changed(member.value)
            }
            if chance(30) { object[string()] = self.json(depth: 1) }
            return .object(object)
        case .string(let string):
            let place = string.unicodeScalars.index(string.startIndex, offsetBy: below(string.unicodeScalars.count + 1))
            return .string(
                String(string.unicodeScalars[..<place]) + self.string() + String(string.unicodeScalars[place...]))
        default: return self.json(depth: 1)
        }
    }
}
