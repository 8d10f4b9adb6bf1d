import ReactorTools
import ExampleWeightLogCatalog

/// The journal tool of weightlog by itself: it links no networking, so that it runs on any node of a cluster.
@main
enum WeightLogJournal {
    static func main() async { await Weights.tool(version: "0.1.0").main() }
}
