import ReactorTools
import ExampleTextEditCatalog

/// The journal tool of textedit by itself: it links no networking, so that it runs on any node of a cluster.
@main
enum TextEditJournal {
    static func main() async { await Document.tool.main() }
}
