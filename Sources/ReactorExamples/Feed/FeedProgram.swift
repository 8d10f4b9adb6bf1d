import ReactorServices
import ReactorTerminal
import ReactorTools

@main
enum FeedProgram {
    static let version = "0.1.0"
    static let program = makeProgram { URLSessionNetworkAdapter() }

    /// Creates the program with a network.
    static func makeProgram(_ network: @escaping @Sendable () -> any NetworkAdapter) -> Program {
        Program(
            "feed", version: version,
            "Posts of a server, fetched once for all screens, and never over your change.",
            verbs: [StoryVerb.verb] + ServerVerbs.verbs(network)
                + Feed.tool(version: version).verbs(of: "feed", in: "journal"),
            defaultVerb: StoryVerb.verb)
    }

    static func main() async { await program.main() }
}
