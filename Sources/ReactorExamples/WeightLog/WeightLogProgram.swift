import Terminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
enum WeightLogProgram {
    static let program = Program(
        "weightlog", version: "0.1.0",
        "A log of body weights that shows what you log at once. Alone it tells how, in a few seconds.",
        options: [Declared.data, Declared.demoUser],
        verbs: [
            LogVerb.verb, ListVerb.verb, ChartVerb.verb, EditVerb.verb, DeleteVerb.verb, ImportVerb.verb,
            ExportVerb.verb, ResetVerb.verb, DemoVerb.verb,
        ])

    static func main() async {
        guard CommandLine.arguments.count < 2 else { await program.main() }
        // Alone, the program tells its story.
        signal(SIGPIPE, SIG_IGN)
        let code = await program.run(
            [DemoVerb.verb.name], output: .standardOutput(), errors: .standardError(), interrupt: .signal())
        exit(code.rawValue)
    }
}
