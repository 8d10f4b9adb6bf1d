public import Reactor
import Synchronization
public import Tracing

/// Creates a span for each command.
///
/// ```swift
/// var runtime = Runtime.live
/// runtime.observers = [CommandTracing(InstrumentationSystem.tracer)]
/// ```
///
/// The parent of a span is the current span at the place where the command was fired, so a request and the commands that answer
/// it are one trace. If there is none, the parent is the span of the command that fired this command, or that fired the event
/// for which a reaction launched it. The span lasts from launch to end; retries and applied events are its events, and a
/// `withSpan` in the body creates its child.
public final class CommandTracing: CommandObserver {
    private let tracer: any Tracer
    private let spans = Mutex<[UInt64: any Span]>([:])

    /// Creates spans with this tracer. Use one for each core: each core numbers its launches.
    public init(_ tracer: any Tracer) { self.tracer = tracer }

    public func fired() -> (any Sendable)? { ServiceContext.current }

    public func launched(_ command: ObservedCommand) {
        let behind = command.parent.flatMap { parent in spans.withLock { $0[parent]?.context } }
        let context = command.origin as? ServiceContext ?? behind ?? .topLevel
        let span = tracer.startAnySpan(command.name, context: context)
        span.attributes["reactor.launch"] = Int64(clamping: command.launch)
        if let id = command.id { span.attributes["reactor.id"] = "\(id)" }
        spans.withLock { $0[command.launch] = span }
    }

    public nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        guard let span = spans.withLock({ $0[command.launch] }) else { return try await body() }
        if number > 1 { span.addEvent(SpanEvent(name: "attempt \(number)")) }
        try await ServiceContext.$current.withValue(span.context) { try await body() }
    }

    public func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) {
        guard let span = spans.withLock({ $0.removeValue(forKey: command.launch) }) else { return }
        switch outcome {
        case .finished: span.attributes["reactor.outcome"] = "finished"
        case .cancelled: span.attributes["reactor.outcome"] = "cancelled"
        case .dropped: span.attributes["reactor.outcome"] = "dropped"
        case .failed(let error):
            span.attributes["reactor.outcome"] = "failed"
            span.setStatus(SpanStatus(code: .error, message: "\(type(of: error))"))
        }
        span.end()
    }

    public func applied(_ event: any Event, by launch: UInt64?) {
        guard let launch, let span = spans.withLock({ $0[launch] }) else { return }
        span.addEvent(SpanEvent(name: "\(type(of: event))"))
    }
}
