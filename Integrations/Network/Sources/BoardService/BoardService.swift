import Foundation
import Hummingbird
import NIOCore
import Reactor
import ReactorRecording
import ServiceLifecycle

/// Notes of many users, a core each: `swift run --package-path Integrations/Network BoardService [FOLDER [PORT]]`.
@main
enum BoardService {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.contains(where: ["-h", "--help"].contains) { return print(usage) }
        if words == ["--version"] { return print("BoardService 0.1.0") }
        let port = words.count > 1 ? UInt16(words[1]) : 8080
        guard let port, words.count <= 2, words.first?.hasPrefix("-") != true else { end(usage, 2) }
        let folder = words.first ?? FileManager.default.temporaryDirectory.appendingPathComponent("boards").path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO
            let reason = String(cString: strerror(code))
            end("The folder \(folder) cannot be created: \(reason). Choose another folder: BoardService FOLDER", 1)
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            end("The folder \(folder) is not writable. Choose another folder: BoardService FOLDER", 1)
        }
        do {
            try await application(Boards(in: folder), port: Int(port)) { port in
                let line = "notes in \(folder), listening on http://127.0.0.1:\(port)\n"
                // The parent process may have closed this output.
                try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            }.runService()
        } catch let error as IOError where [EADDRINUSE, EACCES].contains(error.errnoCode) {
            let reason = String(cString: strerror(error.errnoCode))
            end("Port \(port) of 127.0.0.1: \(reason). Choose another port, or 0 for a free port: BoardService FOLDER PORT", 1)
        } catch {
            end("BoardService ended: \(error)", 1)
        }
    }

    private static let usage = """
        usage: BoardService [FOLDER [PORT]]

        Stores the notes of many users in FOLDER (default: a temporary folder), and serves them on PORT of 127.0.0.1 (default: 8080;
        0 for a free port). SIGTERM and Ctrl-C end it with exit status 0.
        """

    private static func end(_ words: String, _ code: Int32) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(words)\n".utf8))
        exit(code)
    }

    /// The routes and their handlers.
    static func application(
        _ boards: Boards, port: Int = 0, ready: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        let router = Router()
        router.post("notes") { request, context in
            let user = try user(of: request)
            let text = try await request.decode(as: Text.self, context: context).text
            let note = Note(id: UUID().uuidString, text: text)
            return try await boards.use(user) { board in
                // A limit of 0 waits until it is applied: the response is true, and the next request sees the note.
                if let refusal = await board.core.submit(event: NoteAdded(note: note)) {
                    throw HTTPError(.conflict, message: "\(refusal.reason)")
                }
                try await board.journal.durable()
                return EditedResponse(status: .created, response: note)
            }
        }
        router.get("notes") { request, _ in
            try await boards.use(user(of: request)) { await $0.core.read { $0.notes } }
        }
        router.get("events") { request, _ in
            let user = try user(of: request)
            let delivery: Delivery = request.uri.queryParameters["every"] == nil ? .latest : .every
            let fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
            let body = ResponseBody { writer in
                // A reader that disconnects while nothing happens would keep the board open.
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await boards.use(user) { board in
                        let updates = board.core.updates(of: \.newest, delivery: delivery)
                        // Without this, the server waits for its readers, and they for the next note.
                        for await newest in updates.cancelOnGracefulShutdown() {
                            try await writer.write(newest.message)
                        }
                    }
                }
                try await writer.finish(nil)
            }
            return Response(status: .ok, headers: fields, body: body)
        }
        // Services end in the reverse order: the boards after the server.
        return Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            services: [boards], onServerRunning: { channel in ready(channel.localAddress?.port ?? 0) })
    }

    private struct Text: Decodable { var text: String }

    /// A placeholder for a login. The name becomes that of a folder.
    private static func user(of request: Request) throws -> String {
        guard let user = request.headers[.authorization], user.count <= 32, !user.isEmpty,
            user.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else {
            throw HTTPError(.unauthorized, message: "Authorization must be a name of at most 32 letters and digits.")
        }
        return user
    }
}
