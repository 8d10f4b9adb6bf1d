import EditingTraces
import Foundation

/// Measures every target in one run, and prints one table; then another table of alternative designs.
@main
struct TargetsProgram {
    /// Memory first, while the process is fresh.
    private static var rows: [any Row] {
        [
            MemoryOverTime(), MemoryByPiece(), OneProducer(), FourProducers(), SeveralCores(),
            UninterestedSubscribers(), StateSize(),
            Delivered(), EveryBesideLatest(), Commands(), TableOfRows(), RealEditing(), TestRoundTrip(), EveryOrder(),
            RecordedPath(),
            LongRecording(),
        ]
    }

    static func main() async {
        do {
            if try await isFreshProcess() { return }
            guard let arguments = try Arguments(CommandLine.arguments.dropFirst()) else { return print(Arguments.help) }
            if let trace = arguments.trace { return try await RealEditing.play(trace) }
            try await run(arguments)
        } catch let error as UsageError {
            fail(error.description, status: 2)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    /// Whether this process was started by ``freshProcess(_:)``, and has finished its work.
    private static func isFreshProcess() async throws -> Bool {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, arguments[1] == "--peak-memory", let playing = Playing(rawValue: arguments[2])
        else {
            return false
        }
        try await RealEditing.printPeak(playing, arguments[3])
        return true
    }

    private static func run(_ arguments: Arguments) async throws {
        print(Table.heading(), terminator: "\n\n")
        var findings: [Finding] = []
        for row in rows where arguments.wants(row.title) {
            progress(row.title)
            findings += try await row.measure(arguments.effort)
        }
        if !findings.isEmpty { print(Table.findings(findings), terminator: "\n\n") }
        if arguments.wants(Arguments.comparison) {
            progress(Arguments.comparison)
            print(Table.comparison(try await Comparison(effort: arguments.effort).measure()))
        }
        progress("")
    }

    /// Prints the current measurement if the output is a terminal.
    private static func progress(_ title: String) {
        guard isatty(2) == 1 else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(title)".utf8))
    }

    private static func fail(_ sentence: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("targets: \(sentence)\n".utf8))
        exit(status)
    }
}
