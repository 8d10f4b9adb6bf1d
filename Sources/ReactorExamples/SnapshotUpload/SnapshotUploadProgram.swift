import ReactorURLSession
import Terminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@main
enum SnapshotUploadProgram {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let token = getenv("SNAPSHOT_TOKEN").map { String(cString: $0) }
        let verb = UploadVerb.verb(network: { URLSessionNetworkAdapter() }, token: token)
        let program = Program(
            "snapshot-upload", version: "0.1.0", "Uploads pictures in three requests each, and goes on where it was.",
            verbs: [verb])
        let code = await program.run(
            withVerb(Array(CommandLine.arguments.dropFirst()), verb.name), output: .standardOutput(),
            errors: .standardError(), interrupt: .signal())
        exit(code.rawValue)
    }

    /// The one verb may be left out.
    static func withVerb(_ arguments: [String], _ verb: String) -> [String] {
        guard arguments.first != verb, arguments != ["--version"], !arguments.isEmpty else { return arguments }
        return [verb] + arguments
    }
}
