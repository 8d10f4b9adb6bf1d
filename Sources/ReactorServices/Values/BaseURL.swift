import ReactorFoundation

/// The validated base URL of a server: `http` or `https`, a host, and optionally a port and a path that all requests
/// begin with.
///
/// ```swift
/// let base = try BaseURL("https://api.example.com/v2")
/// ```
public struct BaseURL: Hashable, Sendable {
    /// The scheme, host and port, which decide where credentials are sent.
    public let origin: Origin
    /// The encoded path that precedes the path of every request, without a slash at its end.
    let path: String

    /// A scheme, host and port. A credential for one origin is not sent to another.
    public struct Origin: Hashable, Sendable, CustomStringConvertible {
        /// The scheme: `http` or `https`.
        public let scheme: String
        /// The host in lower case. A literal IPv6 address is in brackets.
        public let host: String
        /// The port, or the default port of the scheme if the address contains no port.
        public let port: Int

        public var description: String {
            port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
        }
    }

    /// Parses an address such as `"https://weights.example/v1"`. A slash at its end is removed.
    ///
    /// - Throws: ``GatewayError`` if the text is not an absolute `http` or `https` address, or has a query.
    public init(_ text: String) throws(GatewayError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw GatewayError.invalidBaseURL(HiddenText.address(text), reason: .hasForeignCharacters)
        }
        let parts = try Parts(text)
        guard parts.query == nil else {
            throw GatewayError.invalidBaseURL(HiddenText.address(text), reason: .hasQuery)
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
    struct Parts {
        let origin: Origin
        let path: String
        let query: String?

        init(_ text: String) throws(GatewayError) {
            func invalid(_ reason: GatewayError.BaseURLProblem) -> GatewayError {
                GatewayError.invalidBaseURL(HiddenText.address(text), reason: reason)
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
            guard authority.utf8.allSatisfy(Self.isOfAuthority) else { throw invalid(.hasForeignCharacters) }
            let isBracketed = authority.hasPrefix("[")
            let hostEnd =
                isBracketed
                ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
                : authority.firstIndex(of: ":") ?? authority.endIndex
            guard let hostEnd, hostEnd > authority.startIndex else { throw invalid(.noHost) }
            var port = scheme == "https" ? 443 : 80
            let tail = authority[hostEnd...]
            if !tail.isEmpty {
                guard tail.hasPrefix(":"), tail.dropFirst().utf8.allSatisfy(Self.isDigit),
                    let number = UInt16(tail.dropFirst()), number > 0
                else { throw invalid(.badPort) }
                port = Int(number)
            }
            let host = authority[..<hostEnd]
            guard isBracketed ? Self.isAddress(host.dropFirst().dropLast()) : Self.isName(host) else {
                throw invalid(.badHost)
            }
            origin = Origin(scheme: scheme, host: authority[..<hostEnd].lowercased(), port: port)
        }

        /// Whether a host is a valid DNS name or an IPv4 address, with or without a dot at its end.
        private static func isName(_ host: Substring) -> Bool {
            let name = host.hasSuffix(".") ? host.dropLast() : host
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            let areUsable = labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
            }
            guard areUsable, name.utf8.count <= 253, let last = labels.last?.lowercased() else { return false }
            // A host that ends in a number is an IPv4 address, which some systems also read in other forms, such as 0x7f.1.
            let isHex = last.hasPrefix("0x") && last.dropFirst(2).utf8.allSatisfy(PercentEncoding.isHex)
            guard isHex || last.utf8.allSatisfy(isDigit) else { return true }
            return labels.count == 4 && labels.allSatisfy { UInt8($0).map(String.init) == String($0) }
        }

        /// Whether the text is an IPv6 address (RFC 3986, 3.2.2), with or without a zone (RFC 6874).
        private static func isAddress(_ text: Substring) -> Bool {
            let zone = text.firstRange(of: "%25")
            if let zone {
                let name = text[zone.upperBound...].utf8
                guard !name.isEmpty, name.allSatisfy(PercentEncoding.isUnreserved) else {
                    return false
                }
            }
            let address = zone.map { text[..<$0.lowerBound] } ?? text
            guard let gap = address.firstRange(of: "::") else { return groups(address) == 8 }
            let (before, after) = (address[..<gap.lowerBound], address[gap.upperBound...])
            // At most one gap is allowed, and it replaces at least one group.
            guard let first = before.isEmpty ? 0 : groups(before, mayEndInIPv4: false),
                let second = after.isEmpty ? 0 : groups(after)
            else { return false }
            return first + second <= 7
        }

        /// The number of 16-bit groups, or nil if the text is not a list of groups.
        private static func groups(_ text: Substring, mayEndInIPv4: Bool = true) -> Int? {
            var groups = text.split(separator: ":", omittingEmptySubsequences: false)
            var count = 0
            if mayEndInIPv4, let last = groups.last, last.contains(".") {
                let parts = last.split(separator: ".", omittingEmptySubsequences: false)
                guard parts.count == 4, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) && UInt8($0) != nil }) else {
                    return nil
                }
                groups.removeLast()
                count = 2
            }
            let areHex = groups.allSatisfy { group in
                (1...4).contains(group.utf8.count) && group.utf8.allSatisfy(PercentEncoding.isHex)
            }
            return areHex ? count + groups.count : nil
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

        /// Whether a byte is allowed in an authority: in a host, inside its brackets, or before a port (RFC 3986,
        /// 3.2.2).
        private static func isOfAuthority(_ byte: UInt8) -> Bool {
            PercentEncoding.isUnreserved(byte) || "%!$&'()*+,;=:[]".utf8.contains(byte)
        }
    }
}
