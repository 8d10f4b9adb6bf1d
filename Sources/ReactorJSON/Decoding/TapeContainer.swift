/// An array or object that is being decoded, with its parent and its current position.
final class TapeContainer {
    let decoder: TapeDecoder
    /// The key of the content, if the container has its own key. Otherwise it follows from the position.
    private let name: (any CodingKey)?
    /// The index of the last requested element, or of the next name to compare.
    private var next: Int
    /// The number of elements before that element.
    private var index = 0
    let first: Int
    let end: Int
    /// The index of each value of a large object by name, after a name was not found in order.
    private var places: [String: Int]?
    /// The number of names that were compared.
    private(set) var looks = 0

    init(_ decoder: TapeDecoder, name: (any CodingKey)? = nil) {
        self.decoder = decoder
        self.name = name
        first = decoder.place + 1
        next = first
        end = Int(decoder.tape[decoder.place].next)
    }

    private var tape: JSONTape { decoder.tape }

    func decoder(of place: Int) -> TapeDecoder { TapeDecoder(tape: tape, place: place, container: self) }

    /// Returns a decoder of a value with its own key, or of null if there is no value.
    func decoder(of place: Int?, as name: any CodingKey) -> TapeDecoder {
        TapeDecoder(tape: tape, place: place ?? tape.nothing, container: TapeContainer(decoder, name: name))
    }

    func path(of place: Int) -> [any CodingKey] {
        let path = decoder.codingPath
        if let name { return path + [name] }
        let own = decoder.place
        if tape[own].kind == .object { return path + [IndexKey(named: tape.string(at: place - 1))] }
        // Almost always this is the current element.
        let index =
            place == next ? index : tape.parts(of: own).prefix { $0 < place }.reduce(0) { count, _ in count + 1 }
        return path + [IndexKey(index)]
    }

    // MARK: An array

    var count: Int { tape.parts(of: decoder.place).reduce(0) { count, _ in count + 1 } }

    /// Returns a decoder of an element with a known index and position.
    func decoder(of place: Int, at index: Int) -> TapeDecoder {
        (next, self.index) = (place, index)
        return decoder(of: place)
    }

    func place(behind element: Int) -> Int { Int(tape[element].next) }

    // MARK: An object

    var names: [String] {
        var names: [String] = []
        var place = first
        while place < end {
            names.append(tape.string(at: place))
            place = Int(tape[place + 1].next)
        }
        return names
    }

    /// The number of failed comparisons after which an object gets an index by name.
    private static let large = 32

    /// Returns the index of the value with a name. Members are usually requested in their order.
    func place(of name: String) -> Int? {
        if let places { return places[name] }
        guard first < end else { return nil }
        let start = next < end ? next : first
        var place = start
        let lookedBefore = looks
        repeat {
            let after = Int(tape[place + 1].next)
            looks += 1
            if tape.isString(place, name) {
                next = after
                return place + 1
            }
            if looks - lookedBefore > Self.large { return index(name) }
            place = after < end ? after : first
        } while place != start
        return nil
    }

    private func index(_ name: String) -> Int? {
        var found: [String: Int] = [:]
        var place = first
        while place < end {
            let name = tape.string(at: place)
            found[name] = place + 1
            place = Int(tape[place + 1].next)
        }
        places = found
        return found[name]
    }
}
