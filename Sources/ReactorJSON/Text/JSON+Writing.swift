extension JSON {
    /// The format of a written value.
    package struct Style: Sendable {
        /// Members in their order, numbers as they were written, no whitespace.
        package static let compact = Style(isCanonical: false, indent: nil, forPage: false)
        /// Equal values give equal bytes: members are sorted by the bytes of their names, and numbers are normalized.
        package static let canonical = Style(isCanonical: true, indent: nil, forPage: false)
        /// One member or element on each line, indented by two spaces.
        package static let readable = Style(isCanonical: false, indent: 2, forPage: false)
        /// Compact, with every `<`, `>` and `&` escaped for a web page.
        package static let page = Style(isCanonical: false, indent: nil, forPage: true)

        let isCanonical: Bool
        let indent: Int?
        let forPage: Bool
    }

    /// The compact text.
    public var compact: String { text(.compact) }

    /// The canonical text: equal values give equal bytes.
    public var canonical: String { text(.canonical) }

    /// The value on several lines.
    public var readable: String { text(.readable) }

    package func text(_ style: Style) -> String { String(decoding: bytes(style), as: UTF8.self) }

    /// Returns the compact text as UTF-8.
    public func bytes() -> [UInt8] { bytes(.compact) }

    /// Returns the value as UTF-8.
    package func bytes(_ style: Style) -> [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, style)
        return bytes
    }

    /// Appends the value as UTF-8.
    package func write(to bytes: inout [UInt8], _ style: Style = .compact) {
        JSONWriter(style: style).write(self, to: &bytes, level: 0)
    }
}
