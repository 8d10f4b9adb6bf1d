import Dispatch
import Foundation

/// Records sessions of every kind, and runs `why` for values of them, for the script `why`.
///
/// `main` is synchronous: an asynchronous one crashes valgrind 3.19.
@main
struct AskedWhy {
    private static let usage = """
        usage: asked-why list | record FOLDER ENTRIES | fold KIND FOLDER | why KIND FOLDER ARGUMENTS…

        Records sessions of every kind, and runs `journal why` for values of them. Benchmarks/why runs it.
        """

    static func main() {
        let never = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                let code = try await run(Array(CommandLine.arguments.dropFirst()))
                if code == 2 { complain(usage) }
                exit(code)
            } catch {
                complain("asked-why: \(error)")
                exit(1)
            }
        }
        never.wait()
    }

    private static func run(_ arguments: [String]) async throws -> Int32 {
        switch (arguments.first, arguments.count) {
        case ("list", 1):
            for kind in kinds {
                for question in kind.questions { print(([kind.name] + question).joined(separator: "\t")) }
            }
        case ("record", 3):
            guard let entries = UInt64(arguments[2]) else { return 2 }
            for kind in kinds { try await kind.record("\(arguments[1])/\(kind.name)", entries: entries) }
        case ("fold", 3), ("why", 3...):
            guard let kind = kinds.first(where: { $0.name == arguments[1] }) else { return 2 }
            if arguments[0] == "why" { return await kind.why(Array(arguments[3...]), arguments[2]) }
            try kind.fold(arguments[2])
        default: return 2
        }
        return 0
    }

    private static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
