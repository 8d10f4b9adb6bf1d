import ReactorTerminal
import ReactorTools
// States, events and catalog are a library, so that tools read the recordings without the program.
@_exported import ExampleTextEditCatalog

@main
enum TextEditProgram {
    static let program = Program(
        "textedit", version: "0.1.0",
        "Editing sessions, played through a Reactor core, recorded, and shown at any moment.",
        verbs: [Replay.verb, Record.verb, Travel.verb] + Document.tool.verbs(of: "textedit", in: "journal"))

    static func main() async {
        await program.main()
    }
}
