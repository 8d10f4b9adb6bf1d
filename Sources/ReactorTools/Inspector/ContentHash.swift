import ReactorRecording

/// The hash with which a content security policy allows one script or one style.
enum ContentHash {
    static func source(_ text: String) -> String {
        let hex = Array(SHA256.hexDigest(of: Array(text.utf8)).utf8)
        let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { start in
            UInt8(String(decoding: hex[start..<(start + 2)], as: UTF8.self), radix: 16)
        }
        return "'sha256-\(base64(bytes))'"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let bits = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for place in 0..<4 {
                let isFilled = start + place <= bytes.count
                text.append(isFilled ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
