import Foundation

let usage = """
    usage: million-events record FOLDER [COUNT] | replay PATH | verify PATH | open FOLDER

    Records a session of COUNT events, and replays it. Benchmarks/million runs it. (default: 1000000)
    """

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

func run() async throws -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("--help", 1): print(usage)
    case ("record", 2...3):
        guard let count = arguments.count == 2 ? 1_000_000 : Int(arguments[2]), count > 0 else { return 2 }
        try await record(arguments[1], count: count)
    case ("replay", 2): try replay(arguments[1])
    case ("verify", 2): try verify(arguments[1])
    case ("open", 2): try await open(arguments[1])
    default: return 2
    }
    return 0
}

do {
    let code = try await run()
    if code == 2 { complain(usage) }
    exit(code)
} catch {
    complain("million-events: \(error)")
    exit(1)
}
