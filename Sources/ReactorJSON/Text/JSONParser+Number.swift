extension JSONParser {
    mutating func number() throws(JSONError) -> JSON.Number {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            let exponent = offset
            try digits()
            // Leaves room for the sums of the normal form, and rejects hostile exponents.
            guard offset - exponent <= 9 else { throw error(.hugeExponent, at: exponent) }
        }
        return JSON.Number(verified: String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let byte = next, Self.digits.contains(byte) { offset += 1 }
        guard offset > start else { throw unexpected("a digit") }
    }
}
