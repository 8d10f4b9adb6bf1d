import InMemoryTracing
import Reactor
import ReactorTracing
import Testing
import Tracing

private struct Orders: State {
    var placed = 0

    mutating func react(to event: any Event) {
        if event is Placed { placed += 1 }
    }
}

private struct Placed: Event {}
private struct Broken: Error {}

private struct Mail: Command {
    let tracer: InMemoryTracer

    func execute(state: Orders, core: Core<Orders>) async throws {
        tracer.withSpan("POST /mail") { _ in }
    }
}

@Suite("Traces of commands")
struct CommandTracingTests {
    private let tracer = InMemoryTracer()

    private func runtime() -> Runtime {
        var runtime = Runtime.live
        runtime.observers = [CommandTracing(tracer)]
        runtime.report = { _ in }
        return runtime
    }

    private func span(_ name: String) throws -> FinishedInMemorySpan {
        try #require(tracer.finishedSpans.first { $0.operationName == name })
    }

    @Test("One trace leads from a request to a command, to the reaction to its event, and to the call that it makes")
    func oneTrace() async throws {
        let core = Core(
            state: Orders(), reactions: [[tracer] in .on(Placed.self) { _ in Mail(tracer: tracer) }],
            runtime: runtime())
        await tracer.withSpan("GET /order") { _ in
            _ = await core.perform("place") { core in core.fire(event: Placed()) }.outcome
        }
        await core.idle()
        let (request, place, mail, call) = try (span("GET /order"), span("place"), span("Mail"), span("POST /mail"))
        #expect(Set([request, place, mail, call].map(\.spanContext.traceID)).count == 1)
        #expect(place.spanContext.parentSpanID == request.spanContext.spanID)
        #expect(mail.spanContext.parentSpanID == place.spanContext.spanID)
        #expect(call.spanContext.parentSpanID == mail.spanContext.spanID)
        #expect(place.events.map(\.name) == ["Placed"])
    }

    @Test(
        "Every span is closed: of commands that finish, fail, are canceled or dropped, and after the core was closed")
    func closed() async throws {
        let core = Core(state: Orders(), runtime: runtime())
        let gate = AsyncStream<Void>.makeStream()
        core.perform("fails") { _ in throw Broken() }
        let waiting = core.perform("waits", options: CommandOptions(id: "one", policy: .drop)) { _ in
            for await _ in gate.stream {}
        }
        core.perform("is dropped", options: CommandOptions(id: "one", policy: .drop)) { _ in }
        await core.settled()
        waiting.cancel()
        await core.settled()
        await core.close(grace: .zero)
        core.perform("comes late") { _ in }
        await core.settled()
        gate.continuation.finish()
        #expect(tracer.activeSpans.isEmpty)
        func outcome(_ name: String) throws -> String {
            let value = try span(name).attributes.get("reactor.outcome")
            guard case .string(let word) = value else { return "\(String(describing: value))" }
            return word
        }
        #expect(try outcome("fails") == "failed")
        #expect(try span("fails").status?.message == "Broken")
        #expect(try outcome("waits") == "cancelled")
        #expect(try outcome("is dropped") == "dropped")
        #expect(try outcome("comes late") == "dropped")
    }

    @Test("A span contains the number of its launch, the id of its command, and an event for each retry")
    func attributes() async throws {
        let core = Core(state: Orders(), runtime: runtime())
        var options = CommandOptions(id: "order")
        options.retry = .exponential(attempts: 2, base: .milliseconds(1), cap: .milliseconds(2))
        _ = await core.perform("place", options: options) { _ in throw Broken() }.outcome
        await core.settled()
        let place = try span("place")
        #expect(place.events.map(\.name) == ["attempt 2"])
        guard case .int64(1) = place.attributes.get("reactor.launch") else {
            Issue.record("\(String(describing: place.attributes.get("reactor.launch")))")
            return
        }
        guard case .string("order") = place.attributes.get("reactor.id") else {
            Issue.record("\(String(describing: place.attributes.get("reactor.id")))")
            return
        }
    }

    @Test("The parent of a command's span is the span that was current when the command was fired")
    func parentSpan() async throws {
        let core = Core(state: Orders(), runtime: runtime())
        let outer = core.perform("place") { [tracer] core in
            await tracer.withSpan("inside") { _ in _ = await core.perform("mail") { _ in }.outcome }
        }
        _ = await outer.outcome
        await core.settled()
        #expect(try span("mail").spanContext.parentSpanID == span("inside").spanContext.spanID)
        #expect(try span("inside").spanContext.parentSpanID == span("place").spanContext.spanID)
    }
}
