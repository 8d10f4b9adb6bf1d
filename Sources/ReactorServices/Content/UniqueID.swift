package enum UniqueID {
    /// Returns 128 bits as a version 4 UUID.
    package static func text(_ high: UInt64, _ low: UInt64) -> String {
        let high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        var groups: [Substring] = []
        var rest = digits(high, low)[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }

    static func digits(_ high: UInt64, _ low: UInt64) -> String {
        [high, low].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
