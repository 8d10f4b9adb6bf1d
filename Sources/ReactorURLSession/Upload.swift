import Foundation
import ReactorServices

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request's body in a form that a session sends.
///
/// A session on Linux reads a body stream while it holds everything else up, so a stream becomes a file first.
enum Upload: Sendable {
    case nothing
    case bytes(Data)
    case file(URL)
    /// A file that was made for this upload.
    case temporary(URL)

    init(_ body: RequestBody) async throws {
        switch body {
        case .none: self = .nothing
        case .value: throw GatewayError.unwrittenBody
        case .bytes(let data): self = .bytes(data)
        case .stream(let stream):
            if let file = stream.file {
                try Self.check(file, stream.length)
                self = .file(URL(fileURLWithPath: file))
            } else {
                self = .temporary(try await Self.spool(stream))
            }
        }
    }

    func task(in session: URLSession, for request: URLRequest) -> URLSessionTask {
        switch self {
        case .nothing: session.dataTask(with: request)
        case .bytes(let data): session.uploadTask(with: request, from: data)
        case .file(let url), .temporary(let url): session.uploadTask(with: request, fromFile: url)
        }
    }

    /// Removes what was made for it.
    func discard() {
        guard case .temporary(let url) = self else { return }
        // It is in the folder for temporary files: if it cannot be removed, the system does it.
        try? FileManager.default.removeItem(at: url)
    }

    /// Refuses a file that is not as long as it was when the request was made.
    private static func check(_ file: String, _ length: Int?) throws {
        guard let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int else {
            throw GatewayError.unreadableBody(path: file, reason: Errors.fileIsGone)
        }
        if let length, size != length { throw GatewayError.bodyLengthDiffers(said: length, given: size) }
    }

    /// Writes a stream to a file that only this user can read.
    private static func spool(_ stream: BodyStream) async throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        let isMade = FileManager.default.createFile(
            atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        do {
            guard isMade, let file = FileHandle(forWritingAtPath: url.path) else {
                throw GatewayError.unreadableBody(path: url.path, reason: Errors.noTemporaryFile)
            }
            defer { try? file.close() }
            for try await chunk in try stream.chunks() { try file.write(contentsOf: chunk) }
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
        return url
    }
}
