/// What separates the parts of a form.
struct MultipartBoundary: Hashable, Sendable {
    let text: String

    /// A boundary of 128 bits, which no file holds by accident.
    init(random: () -> UInt64) {
        text = "reactor-" + [random(), random()].map { Self.hexadecimal($0) }.joined()
    }

    /// The media type of a form with this boundary.
    var contentType: String { "multipart/form-data; boundary=\(text)" }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
