/// The directives of `Cache-Control` (RFC 9111, 5.2): names in lower case, values without their quotes.
struct CacheDirectives {
    private var values: [String: [String]] = [:]

    init(_ headers: HeaderFields) {
        for text in headers.values(of: "Cache-Control") { read(text[...]) }
    }

    private mutating func read(_ text: Substring) {
        var rest = text
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "," && $0 != "=" }
            rest = rest[name.endIndex...]
            var value = ""
            if rest.first == "=" {
                rest.removeFirst()
                rest = rest.drop { $0 == " " || $0 == "\t" }
                if rest.first == "\"" {
                    // What stands between quotes is one value, its commas included.
                    let quoted = rest.dropFirst().prefix { $0 != "\"" }
                    value = String(quoted)
                    rest = rest[quoted.endIndex...].dropFirst()
                } else {
                    let token = rest.prefix { $0 != "," }
                    value = Self.trimmed(token)
                    rest = rest[token.endIndex...]
                }
            }
            rest = rest.drop { $0 != "," }.dropFirst()
            let key = Self.trimmed(name).lowercased()
            if !key.isEmpty { values[key, default: []].append(value) }
        }
    }

    func contains(_ name: String) -> Bool { values[name] != nil }

    /// The seconds that this directive says, the least of several; zero where it says them unreadably, nil where it is
    /// not there.
    func seconds(_ name: String) -> Int? {
        values[name].map { $0.map { Self.seconds($0) ?? 0 }.min() ?? 0 }
    }

    /// A number of seconds as HTTP writes it; what cannot be counted is a hundred years.
    static func seconds(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? .max, 3_155_760_000)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " "))
    }
}

extension Response {
    /// How long it may be given without asking the server, at most `wanted` (RFC 9111, 4.2); nil when it may not be kept.
    ///
    /// The server's word counts where it is shorter. No clock of this machine is read: `Expires` is taken relative to the
    /// answer's own `Date`.
    ///
    /// - Parameters:
    ///   - wanted: how long the request wants it kept.
    ///   - delay: the time between sending the request and having the answer.
    ///   - asker: who asks; nil for nobody in particular.
    func freshness(wanted: Duration, delay: Duration, asker: String?) -> Duration? {
        let directives = CacheDirectives(headers)
        guard wanted > .zero, !directives.contains("no-store"), asker != nil || !directives.contains("private") else {
            return nil
        }
        guard !directives.contains("no-cache"), directives.contains("max-age") || !isPragmaNoCache else { return .zero }
        guard let lifetime = lifetime(directives) else { return wanted }
        return min(wanted, max(.zero, .seconds(lifetime) - .seconds(age) - delay))
    }

    private var isPragmaNoCache: Bool {
        !headers.contains("Cache-Control") && headers["Pragma"]?.lowercased().contains("no-cache") == true
    }

    /// The seconds from the answer's origin for which it is fresh; nil where the server does not say.
    private func lifetime(_ directives: CacheDirectives) -> Int? {
        if let seconds = directives.seconds("max-age") { return seconds }
        guard let expires = headers.values(of: "Expires").first else { return nil }
        // What cannot be read, and what no `Date` gives a meaning, is over already.
        guard let end = HTTPDate(expires), let now = headers.values(of: "Date").first.flatMap({ HTTPDate($0) }) else {
            return 0
        }
        return max(0, end.seconds - now.seconds)
    }

    /// The seconds that it has been kept on its way; what cannot be read counts as none.
    private var age: Int { headers.values(of: "Age").first.flatMap { CacheDirectives.seconds($0) } ?? 0 }
}
