import InMemoryLogging
import Logging
import Reactor
import ReactorLogging
import Testing

private struct Box: State {
    var words: [String] = []

    mutating func react(to event: any Event) {
        if let event = event as? Put { words.append(event.word) }
    }
}

private struct Put: Event { var word: String }

private struct Secret: Error, CustomStringConvertible {
    var description: String { "t0psecret" }
}

private struct Bouncer: Middleware {
    func intercept(event: any Event, state: Box) -> (any Event)? { (event as? Put)?.word == "no" ? nil : event }
}

@Suite("A log of commands")
struct CommandLogTests {
    private let handler: InMemoryLogHandler = {
        var handler = InMemoryLogHandler()
        handler.logLevel = .trace
        return handler
    }()

    private func core(_ describe: @escaping @Sendable (any Event) -> String? = { _ in nil }) -> Core<Box> {
        let log = CommandLog(Logger(label: "test") { [handler] _ in handler }, describe: describe)
        var runtime = Runtime.live
        runtime.observers = [log]
        runtime.report = { log.report($0) }
        return Core(state: Box(), middlewares: [Bouncer()], runtime: runtime)
    }

    private var lines: [String] {
        handler.entries.map { entry in
            let metadata = entry.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(entry.level) \(entry.message) \(metadata.joined(separator: " "))"
        }
    }

    @Test("Logs the launch, retries and end of a command, its cause, and the events that it fires")
    func golden() async {
        let core = core()
        var options = CommandOptions(id: "save")
        options.retry = .exponential(attempts: 2, base: .milliseconds(1), cap: .milliseconds(2))
        let tries = Tries()
        let outer = core.perform("outer", options: options) { core in
            guard await tries.next() > 1 else { throw Secret() }
            _ = await core.perform("inner") { core in core.fire(event: Put(word: "yes")) }.outcome
        }
        _ = await outer.outcome
        core.fire(event: Put(word: "no"))
        await core.settled()
        #expect(
            lines == [
                "debug command launched command=outer id=save launch=1",
                "info command tried again attempt=2 command=outer id=save launch=1",
                "debug command launched command=inner launch=2 parent=1",
                "trace event applied event=Put launch=2",
                "debug command ended command=inner launch=2 outcome=finished parent=1",
                "debug command ended command=outer id=save launch=1 outcome=finished",
                "notice refused event=Put reason=middleware",
            ])
    }

    @Test("Logs the type of an error and the name of an event: a planted secret appears nowhere")
    func secrets() async {
        let core = core()
        core.fire(event: Put(word: "t0psecret"))
        core.perform("fails") { _ in throw Secret() }
        await core.idle()
        await core.close()
        core.fire(event: Put(word: "t0psecret"))
        await core.settled()
        #expect(lines.contains("warning command ended command=fails error=Secret launch=1 outcome=failed"))
        #expect(lines.contains("warning an unhandled failure error=Secret"))
        #expect(lines.contains("notice refused event=Put reason=closed"))
        #expect(!lines.contains { $0.contains("t0psecret") })
        #expect(handler.entries.allSatisfy { $0.error == nil })
    }

    @Test("Canceled and dropped commands are logged with these outcomes")
    func outcomes() async {
        let core = core()
        let gate = AsyncStream<Void>.makeStream()
        let waiting = core.perform("waits", options: CommandOptions(id: "one", policy: .drop)) { _ in
            for await _ in gate.stream {}
        }
        core.perform("is dropped", options: CommandOptions(id: "one", policy: .drop)) { _ in }
        await core.settled()
        waiting.cancel()
        await core.close()
        for (command, outcome) in [("waits", "cancelled"), ("is dropped", "dropped")] {
            let ends = lines.filter { $0.hasPrefix("debug command ended command=\(command) ") }
            #expect(ends.count == 1 && ends.allSatisfy { $0.hasSuffix(" outcome=\(outcome)") }, "\(lines)")
        }
    }

    @Test("Describes an event if `describe` returns a text")
    func describing() async {
        let core = core { ($0 as? Put)?.word }
        core.fire(event: Put(word: "hello"))
        await core.settled()
        #expect(lines == ["trace event applied description=hello event=Put"])
    }
}

private actor Tries {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
