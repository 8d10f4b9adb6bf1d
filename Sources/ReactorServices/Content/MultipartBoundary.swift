struct MultipartBoundary: Hashable, Sendable {
    let text: String
    /// Whether a caller chose the boundary, so that a part of the form may contain it.
    let isGiven: Bool

    /// Creates a boundary of 128 random bits, which files do not contain by accident.
    init(random: () -> UInt64) {
        text = "reactor-" + UniqueID.digits(random(), random())
        isGiven = false
    }

    /// Creates a boundary from a text without blanks (RFC 2046, 5.1.1).
    init(_ text: String) throws(GatewayError) {
        let isUsable: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "'()+_,-./:=?".utf8.contains(byte)
            }
        }
        guard (1...70).contains(text.utf8.count), text.utf8.allSatisfy(isUsable) else {
            throw GatewayError.unusableBoundary(text)
        }
        self.text = text
        isGiven = true
    }

    var delimiter: [UInt8] { Array("--\(text)".utf8) }

    var contentType: String {
        let isToken = text.utf8.allSatisfy(HeaderFields.isTokenByte)
        return "multipart/form-data; boundary=\(isToken ? text : "\"\(text)\"")"
    }
}
