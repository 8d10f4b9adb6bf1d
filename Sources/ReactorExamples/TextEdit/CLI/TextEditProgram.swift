import ReactorTerminal
import ReactorTools
// States, events and catalog are a library, so that tools read the recordings without the program.
@_exported import ExampleTextEditCatalog

@main
enum TextEditProgram {
    static let program = Program(
        "textedit", version: "1.0",
        "Plays editing sessions through a Reactor core, records them, and travels in what was recorded.",
        verbs: [Replay.verb, Record.verb, Travel.verb] + Document.tool.verbs(of: "textedit", in: "journal"))

    static func main() async {
        await program.main()
    }
}
