extension Response {
    /// Returns the time for which the response is fresh, at most `wanted`, or nil if it is not stored.
    ///
    /// A response with a caching rule that this cache does not implement is not stored.
    ///
    /// - Parameters:
    ///   - wanted: The time that the request specifies.
    ///   - asker: The fingerprint of the credentials, or nil if there are none.
    func storingTime(wanted: Duration, asker: String?) -> Duration? {
        guard wanted > .zero, isSuccess, status != 206,
            headers.words(of: "Vary").allSatisfy({ $0 == "accept-encoding" })
        else { return nil }
        var time = wanted
        var maxAge: Int?
        for directive in headers.words(of: "Cache-Control") {
            switch directive {
            case "public", "must-revalidate": break
            case "private" where asker != nil: break
            case "no-cache": time = .zero
            case let text where text.hasPrefix("max-age="):
                guard let seconds = Int32(text.dropFirst("max-age=".count)) else { return nil }
                maxAge = min(maxAge ?? .max, Int(seconds))
            default: return nil
            }
        }
        guard let maxAge else { return headers.contains("Expires") || headers.contains("Pragma") ? nil : time }
        // The age of a response from an intermediate cache.
        guard let age = Int32(headers["Age"] ?? "0") else { return nil }
        return min(time, max(.zero, .seconds(Int64(maxAge) - Int64(max(age, 0)))))
    }

    /// The tag for revalidation, or nil unless there is exactly one.
    var tag: String? { headers.values(of: "ETag").count == 1 ? headers["ETag"] : nil }
}

extension HeaderFields {
    /// Returns the elements of a list in lower case. A quoted element with a comma is split, and is then unknown.
    fileprivate func words(of name: String) -> [String] {
        values(of: name).flatMap { $0.split(separator: ",") }
            .map { HeaderFields.trimmed($0.lowercased()) }
            .filter { !$0.isEmpty }
    }
}
