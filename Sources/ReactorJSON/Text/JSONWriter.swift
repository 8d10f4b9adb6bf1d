struct JSONWriter {
    let style: JSON.Style

    func write(_ json: JSON, to bytes: inout [UInt8], level: Int) {
        switch json {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .number(let number): write(number, to: &bytes)
        case .string(let string): write(string, to: &bytes)
        case .array(let elements):
            list(elements, "[", "]", to: &bytes, level: level) { element, bytes in
                write(element, to: &bytes, level: level + 1)
            }
        case .object(let object):
            let members = style.isCanonical ? object.sortedMembers : object.members
            list(members, "{", "}", to: &bytes, level: level) { member, bytes in
                if style.forPage, member.key.utf8.first == 0 {
                    write("\u{0}" + member.key, to: &bytes)
                } else {
                    write(member.key, to: &bytes)
                }
                bytes.append(UInt8(ascii: ":"))
                if style.indent != nil { bytes.append(UInt8(ascii: " ")) }
                write(member.value, to: &bytes, level: level + 1)
            }
        }
    }

    private func list<Item>(
        _ items: [Item], _ open: UnicodeScalar, _ close: UnicodeScalar, to bytes: inout [UInt8], level: Int,
        _ write: (Item, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(in: &bytes, level: level + 1)
            write(item, &bytes)
        }
        if !items.isEmpty { breakLine(in: &bytes, level: level) }
        bytes.append(UInt8(ascii: close))
    }

    private func breakLine(in bytes: inout [UInt8], level: Int) {
        guard let indent = style.indent else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * level))
    }

    /// Writes a number. JavaScript reads numbers as doubles, so a number that a double cannot represent is written as text, under
    /// a name that no member has: names of members that begin with NUL are changed.
    private func write(_ number: JSON.Number, to bytes: inout [UInt8]) {
        let isExact = !style.forPage || number.isShort || number.double.flatMap(JSON.Number.init) == number
        if isExact {
            bytes.append(contentsOf: (style.isCanonical ? number.normalized : number.text).utf8)
        } else {
            bytes.append(contentsOf: #"{"\u0000n":"\#(number.normalized)"}"#.utf8)
        }
    }

    func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
            case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20: hexEscape(byte, to: &bytes)
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
                if style.forPage { hexEscape(byte, to: &bytes) } else { bytes.append(byte) }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func hexEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: #"\u00"#.utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
    }
}
