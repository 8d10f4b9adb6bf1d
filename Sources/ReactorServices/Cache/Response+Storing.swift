extension Response {
    /// How long it may be given without asking the server, at most `wanted`; nil if it is not stored.
    ///
    /// Only rules that this cache knows are followed. A response with any other rule is not stored, so it is never given where
    /// that rule forbids it.
    ///
    /// - Parameters:
    ///   - wanted: The time that the request asks for.
    ///   - asker: The fingerprint of the credentials; nil for none.
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
        // The age of a response that another cache has given.
        guard let age = Int32(headers["Age"] ?? "0") else { return nil }
        return min(time, max(.zero, .seconds(Int64(maxAge) - Int64(max(age, 0)))))
    }

    /// The tag by which the server can be asked whether it still holds; nil if there is not exactly one.
    var tag: String? { headers.values(of: "ETag").count == 1 ? headers["ETag"] : nil }
}

extension HeaderFields {
    /// The elements of a list, in lower case. An element with a comma between quotes is taken apart, and is then unknown.
    fileprivate func words(of name: String) -> [String] {
        values(of: name).flatMap { $0.split(separator: ",") }
            .map { HeaderFields.trimmed($0.lowercased()) }
            .filter { !$0.isEmpty }
    }
}
