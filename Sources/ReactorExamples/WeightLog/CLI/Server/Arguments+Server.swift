import ReactorServices
import Terminal

extension Console {
    /// Whether the log has a server, or is given one now.
    var hasServer: Bool {
        get throws {
            let named = try arguments.server()
            return try DataFolder.named(by: arguments)?.server(named: named) != nil
        }
    }
}

extension Arguments {
    /// The server that was named, or nil.
    ///
    /// - Throws: ``ServerError/unusableAddress(reason:)``.
    func server() throws(ServerError) -> BaseURL? {
        guard let text = self[Declared.server] else { return nil }
        do throws(GatewayError) { return try BaseURL(text) } catch { throw .unusableAddress(reason: "\(error)") }
    }

    /// The token in the file that was named, or nil. It is held in memory alone.
    func token() throws -> Secret? {
        guard let path = self[Declared.tokenFile] else { return nil }
        if path == "-", self[Declared.file] == "-" {
            throw UsageError.conflict("\(Declared.tokenFile.name) -", "FILE -", reason: "standard input is read once")
        }
        guard let text = String(validating: try Input.bytes(path), as: UTF8.self)?.trimmed, !text.isEmpty else {
            throw ServerError.noToken(path: path)
        }
        do {
            try BearerCredential(text).validate()
        } catch {
            throw ServerError.unusableToken(path: path, reason: "\(error)")
        }
        return Secret(text)
    }
}
