import ReactorServices
import Terminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Which server a folder belongs to: said once, and kept beside the journal.
extension DataFolder {
    /// The file that it is kept in, as text.
    var serverFile: String { "\(path)/server" }

    /// The folder of the queue of what is to be pushed there.
    var outbox: String { "\(path)/outbox" }

    /// The server that the weights go to, nil for a log that has none.
    ///
    /// - Parameter named: the one that was named now.
    /// - Throws: ``ServerError`` when another one is kept, or none although something was queued for one.
    func server(named: BaseURL?) throws(ServerError) -> BaseURL? {
        guard access(serverFile, F_OK) == 0 else {
            guard named != nil || access(outbox, F_OK) != 0 else { throw .forgotten(file: serverFile) }
            return named
        }
        guard let bytes = try? Input.bytes(serverFile), let text = String(validating: bytes, as: UTF8.self),
            let kept = try? BaseURL(text.trimmed)
        else { throw .damagedAddress(file: serverFile) }
        if let named, named != kept {
            throw .other(kept: kept.description, named: named.description, file: serverFile)
        }
        return kept
    }

    /// Keeps which server it is.
    func keep(server: BaseURL) throws {
        guard access(serverFile, F_OK) != 0 else { return }
        try WholeFile.write(Array("\(server)\n".utf8), to: serverFile)
    }
}

extension String {
    /// Without white space at its ends.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
