/// A media type, such as `application/json`, which is compared without parameters and case.
///
/// ```swift
/// print(MediaType("Application/JSON; charset=utf-8") == .json)      // true
/// ```
public struct MediaType: Hashable, Sendable {
    /// The type, such as `application`, in lower case.
    package let type: String
    /// The subtype, such as `problem+json`, in lower case.
    package let subtype: String

    /// The type of JSON, `application/json`.
    public static let json = MediaType(type: "application", subtype: "json")
    static let form = MediaType(type: "application", subtype: "x-www-form-urlencoded")
    /// The type of plain text, `text/plain`.
    public static let plainText = MediaType(type: "text", subtype: "plain")

    /// The type of an HTML page, `text/html`.
    public static let html = MediaType(type: "text", subtype: "html")
    /// The types of pages, which only a service that declares them responds with.
    static let pages: Set<MediaType> = [html, MediaType(type: "application", subtype: "xhtml+xml")]

    init(type: String, subtype: String) {
        self.type = type
        self.subtype = subtype
    }

    /// Parses a `Content-Type` value, and returns nil unless it has the form `type/subtype`. If the field arrived
    /// several times, its values are separated by commas, and the last valid value applies.
    public init?(_ text: some StringProtocol) {
        var isQuoted = false
        let values = text.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        guard let type = values.reversed().lazy.compactMap({ MediaType(one: $0) }).first else { return nil }
        self = type
    }

    private init?(one text: some StringProtocol) {
        let essence = text.prefix { $0 != ";" }
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
            .map { HeaderFields.trimmed(String($0)).lowercased() }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(HeaderFields.isTokenByte) }) else {
            return nil
        }
        self.init(type: parts[0], subtype: parts[1])
    }

    /// The syntax after the last `+` of the subtype: `json` for `application/problem+json`.
    package var suffix: String? {
        guard let plus = subtype.lastIndex(of: "+") else { return nil }
        return String(subtype[subtype.index(after: plus)...])
    }

    /// The media type of the syntax: `application/json` for `application/problem+json` and for `text/json`.
    package var syntax: MediaType? {
        if type == "text", subtype == "json" { return .json }
        return suffix.map { MediaType(type: "application", subtype: $0) }
    }
}

extension MediaType: CustomStringConvertible {
    public var description: String { "\(type)/\(subtype)" }
}
