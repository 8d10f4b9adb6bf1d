#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address of a server, checked: `http` or `https`, a host, perhaps a port and a path that all requests begin with.
///
/// ```swift
/// let base = try BaseURL("https://api.example.com/v2")
/// ```
public struct BaseURL: Hashable, Sendable {
    /// Scheme, host and port: who may see credentials.
    public let origin: Origin
    /// The path before every request's, encoded, with no slash at its end.
    let path: String

    /// A server, by scheme, host and port; a credential for one origin is sent to no other.
    public struct Origin: Hashable, Sendable, CustomStringConvertible {
        /// `http` or `https`.
        public let scheme: String
        /// In lower case; a literal IPv6 address in brackets.
        public let host: String
        /// The port, that of the scheme where none was given.
        public let port: Int

        public var description: String {
            port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
        }
    }

    /// The address that this text names: `"https://weights.example/v1"`. A slash at its end is left out.
    ///
    /// - Throws: ``GatewayError`` for what is no absolute address of http or https, or has a query.
    public init(_ text: String) throws(GatewayError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw GatewayError(.invalidBaseURL(Errors.withoutSecrets(text), reason: .hasForeignCharacters))
        }
        let parts = try Parts(text)
        guard parts.query == nil else {
            throw GatewayError(.invalidBaseURL(Errors.withoutSecrets(text), reason: .hasQuery))
        }
        origin = parts.origin
        path = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
    }

    init(origin: Origin, path: String) {
        self.origin = origin
        self.path = path
    }
}

extension BaseURL: CustomStringConvertible {
    public var description: String { "\(origin)\(path)" }
}

extension BaseURL {
    /// An absolute address taken apart.
    struct Parts {
        let origin: Origin
        let path: String
        let query: String?

        init(_ text: String) throws(GatewayError) {
            func invalid(_ reason: GatewayError.BaseURLProblem) -> GatewayError {
                GatewayError(.invalidBaseURL(Errors.withoutSecrets(text), reason: reason))
            }
            guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw invalid(.hasForeignCharacters) }
            guard let colon = text.firstRange(of: "://") else { throw invalid(.noScheme) }
            let scheme = text[..<colon.lowerBound].lowercased()
            guard scheme == "http" || scheme == "https" else { throw invalid(.unknownScheme) }
            var rest = text[colon.upperBound...]
            if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
            var query: String?
            if let mark = rest.firstIndex(of: "?") {
                query = String(rest[rest.index(after: mark)...])
                rest = rest[..<mark]
            }
            let authority = rest.prefix { $0 != "/" }
            path = PercentEncoding.path(rest[authority.endIndex...])
            self.query = query
            guard !authority.contains("@") else { throw invalid(.hasUser) }
            guard authority.utf8.allSatisfy(Self.isOfHost) else { throw invalid(.hasForeignCharacters) }
            let isBracketed = authority.hasPrefix("[")
            let hostEnd =
                isBracketed
                ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
                : authority.firstIndex(of: ":") ?? authority.endIndex
            guard let hostEnd, hostEnd > authority.startIndex else { throw invalid(.noHost) }
            var port = scheme == "https" ? 443 : 80
            let tail = authority[hostEnd...]
            if !tail.isEmpty {
                guard tail.hasPrefix(":"), let number = UInt16(tail.dropFirst()), number > 0 else {
                    throw invalid(.badPort)
                }
                port = Int(number)
            }
            origin = Origin(scheme: scheme, host: authority[..<hostEnd].lowercased(), port: port)
        }

        /// Whether it may stand in a host (RFC 3986, 3.2.2), between the brackets of one, or before a port.
        private static func isOfHost(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
            }
        }
    }
}
