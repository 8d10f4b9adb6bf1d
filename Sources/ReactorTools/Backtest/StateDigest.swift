import ReactorRecording

/// Digests of the states of a replay, one for each way into the state: `/weights/*/kilograms`. So a difference has a place
/// without the program that came to the other state.
///
/// Each value that holds no others is counted into the digest of its way, with its place in lists, so that moving one is
/// a change as well. A member that is the same value in memory as the last time is not looked at again.
struct StateDigester {
    /// The digest of each way, by the way.
    typealias Digests = [String: UInt64]

    private var last: [String: (json: JSON, digests: Digests)] = [:]

    /// The digests of a state.
    mutating func digests(of state: JSON) -> Digests {
        guard case .object(let object) = state else { return Self.digests(of: state, "/") }
        var all: Digests = [:]
        var next: [String: (json: JSON, digests: Digests)] = [:]
        for member in object.members {
            let digests: Digests
            if let known = last[member.key], known.json.isSameInMemory(as: member.value) {
                digests = known.digests
            } else {
                digests = Self.digests(of: member.value, "/\(member.key)")
            }
            next[member.key] = (member.value, digests)
            all.merge(digests) { $1 }
        }
        last = next
        return all
    }

    /// Objects with more members than this are taken for a list by names.
    private static let mostMembers = 64

    private static func digests(of json: JSON, _ way: String) -> Digests {
        var digests: Digests = [:]
        var hash = PlaceHash()
        add(json, way, &hash, to: &digests)
        return digests
    }

    private static func add(_ json: JSON, _ way: String, _ place: inout PlaceHash, to digests: inout Digests) {
        switch json {
        case .array(let elements):
            // That there is a list counts, and how long it is.
            digests[way, default: 0] &+= place.adding("[\(elements.count)")
            let inner = "\(way)/*"
            for (index, element) in elements.enumerated() {
                var next = place.step(UInt64(index))
                add(element, inner, &next, to: &digests)
            }
        case .object(let object):
            digests[way, default: 0] &+= place.adding("{")
            let isList = object.count > mostMembers
            for member in object.members {
                var next = isList ? place.step(PlaceHash.hash(member.key)) : place
                add(member.value, isList ? "\(way)/*" : "\(way)/\(member.key)", &next, to: &digests)
            }
        case .null: digests[way, default: 0] &+= place.adding("null")
        case .bool(let bool): digests[way, default: 0] &+= place.adding(bool ? "true" : "false")
        case .number(let number): digests[way, default: 0] &+= place.adding(number.normalized)
        case .string(let text): digests[way, default: 0] &+= place.adding("\"" + text)
        }
    }
}

/// Where in its lists a value stands, as a number; FNV-1a, mixed.
private struct PlaceHash {
    private var place: UInt64 = 0xCBF2_9CE4_8422_2325

    func step(_ index: UInt64) -> PlaceHash {
        var next = self
        next.place = (place ^ (index &+ 1)) &* 0x0000_0100_0000_01B3 &+ 0x9E37_79B9_7F4A_7C15
        return next
    }

    func adding(_ text: String) -> UInt64 {
        var hash = place
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    static func hash(_ text: String) -> UInt64 { PlaceHash().adding(text) }
}

extension JSON {
    /// Whether both are one list or object in memory, which says without a look at them that they are equal.
    fileprivate func isSameInMemory(as other: JSON) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { $0.baseAddress == left.baseAddress && $0.count == left.count }
            }
        case (.object(let left), .object(let right)):
            left.members.withUnsafeBufferPointer { left in
                right.members.withUnsafeBufferPointer { $0.baseAddress == left.baseAddress && $0.count == left.count }
            }
        default: false
        }
    }
}
