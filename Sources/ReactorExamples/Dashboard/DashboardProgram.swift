import Terminal

@main
enum DashboardProgram {
    static let program = Program(
        "dashboard", version: "0.1.0", "A live table of a market, drawn from a Reactor core.", verbs: [Watch.verb],
        defaultVerb: Watch.verb)

    static func main() async {
        await program.main()
    }
}
