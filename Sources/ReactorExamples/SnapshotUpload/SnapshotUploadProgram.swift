import ReactorFoundation
import ReactorPlatform
import ReactorServices
import ReactorTerminal

@main
enum SnapshotUploadProgram {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let token = getenv("SNAPSHOT_TOKEN").map { String(cString: $0) }
        let verb = UploadVerb.verb(network: { URLSessionNetworkAdapter() }, token: token)
        let program = Program(
            "snapshot-upload", version: "0.1.0",
            "Upload pictures in three requests each, and resume after an interruption.",
            verbs: [verb], defaultVerb: verb)
        await program.main()
    }
}

/// The subcommand `snapshot-upload FILE… --server URL [--state FILE] [--json]`.
enum UploadVerb {
    static let file = Positional("FILE", "a picture", .repeated)
    static let server = ReactorTerminal.Option.value("server", "URL", "the address of the API")
    static let state = ReactorTerminal.Option.value(
        "state", "FILE", "the file of unfinished uploads (default: .snapshot-upload.json)")
    static let json = ReactorTerminal.Option.flag("json", "print an array of objects for other programs")

    static func verb(network: @escaping @Sendable () -> any NetworkAdapter, token: String?) -> Verb {
        Verb(
            "upload", "upload each file: allocate at the API, send to the storage, confirm at the API",
            discussion: """
                Set the API's token in the environment variable SNAPSHOT_TOKEN. The token is sent to the API, and never to the
                storage.

                To resume an interrupted or failed upload, run the program again with the same file and state. If an upload
                fails, the other files are uploaded, and the exit status is 1.
                """,
            positionals: [file], options: [server, state, json]
        ) { console in try await run(console, network: network(), token: token) }
    }

    private static func run(_ console: Console, network: any NetworkAdapter, token: String?) async throws {
        let arguments = console.arguments
        let paths = arguments.all(file)
        guard !paths.isEmpty else { throw UsageError.missingPositional(file.name) }
        guard let address = arguments[server] else { throw UploadError.noServer }
        // All files are checked before the first upload, so that a wrong name is reported immediately.
        let named = try paths.map { try LocalFile($0) }
        let files = try eachOnce(named, console)
        let store = try StateFile(arguments[state] ?? ".snapshot-upload.json")
        let uploader = try Uploader(server: address, token: token, network: network, store: store)

        var reports: [UploadReport] = []
        var failures = 0
        var wantsToken = false
        for file in files {
            let progress = console.progress()
            let outcome: Result<UploadReport, any Error>
            do {
                outcome = .success(try await uploader.upload(file) { step in progress.show(text(file, step)) })
            } catch {
                outcome = .failure(error)
            }
            progress.end()
            switch outcome {
            case .success(let report):
                reports.append(report)
                if !arguments.has(json) { try console.output.line(line(report)) }
            case .failure(let error) where error is CancellationError || error is UploadError: throw error
            case .failure(let error):
                failures += 1
                if (error as? ServiceError)?.kind == .unauthorized { wantsToken = true }
                try console.errors.line("snapshot-upload: \(file.name.escaped()): \("\(error)".escaped())")
            }
        }
        // Before the output, because a closed pipe must not repeat finished uploads.
        if failures == 0 { try uploader.forget(files) }
        if arguments.has(json) { try console.output.line(try text(of: reports)) }
        try console.output.flush()
        if failures > 0 { throw UploadError.incomplete(failures: failures, of: files.count, wantsToken: wantsToken) }
    }

    /// Returns each file once, even if several paths lead to it. A note lists the repeated files.
    private static func eachOnce(_ named: [LocalFile], _ console: Console) throws -> [LocalFile] {
        var times: [String: Int] = [:]
        for file in named { times[file.path, default: 0] += 1 }
        var files: [LocalFile] = []
        for file in named {
            guard let count = times.removeValue(forKey: file.path) else { continue }
            files.append(file)
            if count == 1 { continue }
            try console.errors.line(
                "snapshot-upload: \(file.path.escaped()) is named \(count.grouped) times, and uploaded once")
        }
        return files
    }

    private static func text(_ file: LocalFile, _ step: SequenceProgress) -> String {
        let percent = step.transfer?.fraction.map { " \(Int($0 * 100)) %" } ?? ""
        return "\(file.name): \(step.step)\(percent)"
    }

    private static func line(_ report: UploadReport) -> String {
        let how =
            switch report.course {
            case .whole: "uploaded"
            case .resumed: "uploaded, resumed"
            case .before: "uploaded before"
            }
        return "\(report.file.escaped()): \(report.bytes.counted("byte")) \(how)"
    }

    private static func text(of reports: [UploadReport]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(reports), as: UTF8.self)
    }
}
