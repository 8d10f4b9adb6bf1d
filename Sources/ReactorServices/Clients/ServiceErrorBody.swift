import ReactorFoundation

/// The code and message in an error response, in common formats: `{"error":{"code","message"}}`, the same without the
/// envelope, and problem details (`type`, `title`, `detail`).
struct ServiceErrorBody: Decodable {
    let code: String?
    let message: String?

    private enum CodingKeys: String, CodingKey {
        case error, code, message, type, title, detail
    }

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
