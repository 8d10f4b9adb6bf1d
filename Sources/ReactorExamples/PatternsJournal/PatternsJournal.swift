import ExamplePatterns
import ReactorTools

/// The journal tool of patterns by itself.
@main
enum PatternsJournal {
    static func main() async { await TodoApp.tool(version: "0.1.0").main() }
}
