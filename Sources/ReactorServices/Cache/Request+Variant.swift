// Answers that are different for requests with different fields (`Vary`, RFC 9111, 4.1).

extension Response {
    /// The names in its `Vary`, in lower case and in order.
    fileprivate var varying: [String] {
        Set(
            headers.values(of: "Vary").flatMap { $0.split { $0 == "," || $0 == " " || $0 == "\t" } }.map {
                $0.lowercased()
            }
        )
        .sorted()
    }

    /// Whether it is for no other request at all.
    var variesByEverything: Bool { varying.contains("*") }
}

extension Request {
    /// Stands for the values of the fields that `response` varies by; nil where there are none. Shows no secret.
    func variant(for response: Response) -> String? {
        let names = response.varying
        guard !names.isEmpty else { return nil }
        var text = LengthPrefixed()
        for name in names {
            text.append(name)
            for value in properties.headers.values(of: name) { text.append(value) }
        }
        return SHA256.hexDigest(of: text.bytes)
    }

    /// Whether a kept answer is for this request too. One whose variant a provider has lost is not known to be.
    func fits(_ kept: Response) -> Bool { kept.variant == variant(for: kept) }
}
