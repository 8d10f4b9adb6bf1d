extension JSON {
    /// How a value is written.
    public struct Style: Sendable {
        /// Members in their order, numbers as they came, nothing needless between.
        public static let compact = Style(isCanonical: false, indent: nil, forPage: false)
        /// Equal values give equal bytes: members sorted by the bytes of their names, numbers in one form.
        public static let canonical = Style(isCanonical: true, indent: nil, forPage: false)
        /// One member or element a line, indented by two spaces.
        public static let readable = Style(isCanonical: false, indent: 2, forPage: false)
        /// Compact, with every `<`, `>` and `&` escaped, so that it may stand in a page.
        package static let page = Style(isCanonical: false, indent: nil, forPage: true)

        let isCanonical: Bool
        let indent: Int?
        let forPage: Bool
    }

    /// The value in compact text.
    public var compact: String { text(.compact) }

    /// The value in its one canonical text: equal values, equal bytes.
    public var canonical: String { text(.canonical) }

    /// The value over several lines.
    public var readable: String { text(.readable) }

    /// The value as text.
    package func text(_ style: Style) -> String { String(decoding: bytes(style), as: UTF8.self) }

    /// The value as UTF-8.
    public func bytes(_ style: Style = .compact) -> [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, style)
        return bytes
    }

    /// Writes the value as UTF-8 behind what `bytes` holds.
    package func write(to bytes: inout [UInt8], _ style: Style = .compact) {
        JSONWriter(style: style).write(self, to: &bytes, level: 0)
    }
}
