import ReactorFoundation

/// What a service says about an error, in the forms that are common: `{"error":{"code","message"}}`, the same without
/// the envelope, and problem details (`type`, `title`, `detail`).
struct ServiceErrorBody: Decodable {
    let code: String?
    let message: String?

    private enum CodingKeys: String, CodingKey {
        case error, code, message, type, title, detail
    }

    /// Nothing is shown of a body that is longer, or is in another form.
    static let longestBody = 64 * 1_024
    init?(_ body: Data) {
        guard body.count <= Self.longestBody, let read = try? JSONBody.decode(Self.self, from: body) else {
            return nil
        }
        self = read
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let inner = try? container.decode(ServiceErrorBody.self, forKey: .error) {
            self = inner
            return
        }
        func text(_ keys: CodingKeys...) -> String? {
            keys.lazy.compactMap { try? container.decode(String.self, forKey: $0) }.first
        }
        code = (text(.code, .type) ?? (try? container.decode(Int.self, forKey: .code)).map(String.init))
        message = text(.message, .detail, .title, .error)
    }
}
