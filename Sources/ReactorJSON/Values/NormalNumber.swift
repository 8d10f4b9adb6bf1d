/// The normal form of a number: without needless zeros, as plain digits up to 21 of them, and otherwise with an exponent. It is
/// the form of JavaScript, exact for any number of digits.
package struct NormalNumber {
    package let text: String

    /// Creates the normal form of a valid JSON number whose exponent the parser has accepted.
    package init(_ number: String) {
        var digits: [UInt8] = []
        var exponent = 0
        var isNegative = false
        var hasPoint = false
        let bytes = Array(number.utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte)
                if hasPoint { exponent -= 1 }
            default:
                let written = String(decoding: bytes[(index + 1)...], as: UTF8.self)
                exponent += Int(written) ?? 0
                self.init(digits, exponent, isNegative)
                return
            }
        }
        self.init(digits, exponent, isNegative)
    }

    private init(_ all: [UInt8], _ power: Int, _ isNegative: Bool) {
        var digits = all.drop { $0 == UInt8(ascii: "0") }
        var exponent = power
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        let sign = isNegative ? "-" : ""
        text = sign + (digits.isEmpty ? "0" : Self.written(String(decoding: digits, as: UTF8.self), exponent))
    }

    /// Returns the text of `digits` times ten to the power of `exponent`.
    private static func written(_ digits: String, _ exponent: Int) -> String {
        let point = digits.utf8.count + exponent
        if exponent >= 0, point <= 21 { return digits + String(repeating: "0", count: exponent) }
        if point > 0, point <= 21 { return "\(digits.prefix(point)).\(digits.dropFirst(point))" }
        if point > -6, point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        let fraction = digits.utf8.count > 1 ? ".\(digits.dropFirst())" : ""
        return "\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "")\(point - 1)"
    }
}
