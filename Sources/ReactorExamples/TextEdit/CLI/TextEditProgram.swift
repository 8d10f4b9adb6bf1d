import Terminal

@main
enum TextEditProgram {
    static let program = Program(
        "textedit", version: "1.0", "Plays recorded editing sessions through a Reactor core.", verbs: [Replay.verb])

    static func main() async {
        await program.main()
    }
}
