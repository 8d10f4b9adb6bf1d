/// What was pressed.
enum Key: Equatable {
    case sort, pause, reset, quit
    case up, down, pageUp, pageDown, home, end

    /// The keys in what a terminal sent; what means nothing here is passed over.
    static func keys(in bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == 0x1B, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
                rest.removeFirst()
                let sequence = rest.prefix { !(0x40...0x7E).contains($0) }
                rest = rest.dropFirst(sequence.count)
                if let final = rest.popFirst(), let key = key(sequence: Array(sequence), final) { keys.append(key) }
            } else if let key = key(Character(Unicode.Scalar(byte))) {
                keys.append(key)
            }
        }
        return keys
    }

    private static func key(_ character: Character) -> Key? {
        switch character {
        case "s": .sort
        case "p", " ": .pause
        case "r": .reset
        case "q": .quit
        case "k": .up
        case "j": .down
        case "b": .pageUp
        case "f": .pageDown
        case "g": .home
        case "G": .end
        default: nil
        }
    }

    private static func key(sequence: [UInt8], _ final: UInt8) -> Key? {
        switch (sequence, Character(Unicode.Scalar(final))) {
        case (_, "A"): .up
        case (_, "B"): .down
        case (_, "H"): .home
        case (_, "F"): .end
        case ([UInt8(ascii: "1")], "~"), ([UInt8(ascii: "7")], "~"): .home
        case ([UInt8(ascii: "4")], "~"), ([UInt8(ascii: "8")], "~"): .end
        case ([UInt8(ascii: "5")], "~"): .pageUp
        case ([UInt8(ascii: "6")], "~"): .pageDown
        default: nil
        }
    }
}
