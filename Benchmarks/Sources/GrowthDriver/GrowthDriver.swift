import Foundation

/// Makes calls n times with n elements, and 4n times with 4n, for the script `growth` to count under callgrind.
///
/// `main` is synchronous, and its thread continues in a run loop: an asynchronous `main`, and one that ends in `dispatchMain`,
/// crash valgrind 3.19.
@main
struct GrowthDriver {
    static let all =
        Growing.events + Growing.subscriptions + Growing.predictions + Growing.commands + Growing.parts
        + Growing.mirrors + Growing.rows + Growing.queries + Growing.values + Growing.recordings + Growing.json
        + Growing.services + Growing.changes + Growing.tools + Growing.tests

    static func main() {
        let names = Set(CommandLine.arguments.dropFirst())
        if names == ["--list"] {
            for growing in all { print(growing.call) }
            return
        }
        let chosen = names.isEmpty ? all : all.filter { names.contains($0.call) }
        guard !chosen.isEmpty else {
            fail("growth-driver: no call is named \(names.joined(separator: " or ")); --list names them", status: 2)
        }
        Task.detached {
            for growing in chosen {
                do { try await count(growing) } catch { fail("\(growing.call): \(error)", status: 1) }
            }
            exit(0)
        }
        // A run loop with nothing to wait for returns immediately, and would be counted.
        RunLoop.main.add(Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }, forMode: .default)
        while RunLoop.main.run(mode: .default, before: .distantFuture) {}
    }

    /// Runs once uncounted, so that work that occurs once per process is done; then with n and with 4n. The printed line
    /// assigns the counts to the call for the script.
    private static func count(_ growing: Growing) async throws {
        try await growing.run(growing.count, Span(isCounted: false))
        for n in [growing.count, 4 * growing.count] { try await growing.run(n, Span(isCounted: true)) }
        print(growing.call, growing.ofWhat, growing.count, separator: "|")
    }

    private static func fail(_ sentence: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
        exit(status)
    }
}
