/// An array or object that is being decoded: what it stands in, and how far it was read.
final class TapeContainer {
    let decoder: TapeDecoder
    /// The key of everything in it, for what has one of its own; otherwise it follows from the place.
    private let name: (any CodingKey)?
    /// The place of the element that was asked for last, or of the name to look at first.
    private var next: Int
    /// How many elements stand before that element.
    private var index = 0
    let first: Int
    let end: Int
    /// The places of the values of a large object by their names, once one was not found where it was looked for.
    private var places: [String: Int]?
    /// How many names were looked at.
    private(set) var looks = 0

    init(_ decoder: TapeDecoder, name: (any CodingKey)? = nil) {
        self.decoder = decoder
        self.name = name
        first = decoder.place + 1
        next = first
        end = Int(decoder.tape[decoder.place].next)
    }

    private var tape: JSONTape { decoder.tape }

    /// A decoder of a value in it.
    func decoder(of place: Int) -> TapeDecoder { TapeDecoder(tape: tape, place: place, container: self) }

    /// A decoder of a value in it that has a key of its own; of null, where there is none.
    func decoder(of place: Int?, as name: any CodingKey) -> TapeDecoder {
        TapeDecoder(tape: tape, place: place ?? tape.nothing, container: TapeContainer(decoder, name: name))
    }

    /// The way to a value in it.
    func path(of place: Int) -> [any CodingKey] {
        let path = decoder.codingPath
        if let name { return path + [name] }
        let own = decoder.place
        if tape[own].kind == .object { return path + [NamedKey((try? tape.string(at: place - 1)) ?? "")] }
        // It is the one that is read now, nearly always.
        let index =
            place == next ? index : tape.parts(of: own).prefix { $0 < place }.reduce(0) { count, _ in count + 1 }
        return path + [IndexKey(index)]
    }

    // MARK: An array

    var count: Int { tape.parts(of: decoder.place).reduce(0) { count, _ in count + 1 } }

    /// A decoder of an element, whose place and number whoever goes through them knows.
    func decoder(of place: Int, at index: Int) -> TapeDecoder {
        (next, self.index) = (place, index)
        return decoder(of: place)
    }

    func place(behind element: Int) -> Int { Int(tape[element].next) }

    // MARK: An object

    var names: [String] {
        get throws {
            var names: [String] = []
            var place = first
            while place < end {
                names.append(try tape.string(at: place))
                place = Int(tape[place + 1].next)
            }
            return names
        }
    }

    /// After so many names in vain an object has its index.
    private static let large = 32

    /// The place of the value of this name. Members are asked for in about the order in which they stand, mostly.
    func place(of name: String) throws -> Int? {
        if let places { return places[name] }
        guard first < end else { return nil }
        let start = next < end ? next : first
        var place = start
        let lookedBefore = looks
        repeat {
            let after = Int(tape[place + 1].next)
            looks += 1
            if try tape.isString(place, name) {
                next = after
                return place + 1
            }
            if looks - lookedBefore > Self.large { return try index(name) }
            place = after < end ? after : first
        } while place != start
        return nil
    }

    private func index(_ name: String) throws -> Int? {
        var found: [String: Int] = [:]
        var place = first
        while place < end {
            let name = try tape.string(at: place)
            found[name] = place + 1
            place = Int(tape[place + 1].next)
        }
        places = found
        return found[name]
    }
}

/// The key of a member.
struct NamedKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
