public import Logging
public import Reactor

/// Logs the commands and events of a core.
///
/// ```swift
/// let log = CommandLog(Logger(label: "app"))
/// var runtime = Runtime.live
/// runtime.observers = [log]
/// runtime.report = { log.report($0) }
/// ```
///
/// Only names are written: of commands, events and errors, by their types. No value is written, unless `describe` returns one.
///
/// | message | level | metadata |
/// |---|---|---|
/// | a command is launched | debug | `command`, `launch`, `parent`, `id` |
/// | it is tried again | info | the same, and `attempt` |
/// | it ends | debug, and warning where it failed | the same, and `outcome`, `error` |
/// | an event is applied | trace | `event`, `launch` |
/// | something is refused | notice | `event`, `reason` |
/// | misuse | warning | |
public struct CommandLog: CommandObserver {
    private let logger: Logger
    private let describe: @Sendable (any Event) -> String?

    /// A log of the commands and events of one core, or of several.
    ///
    /// - Parameters:
    ///   - logger: The destination. Its metadata may name the core.
    ///   - describe: The text of an event that is written as `description`; nil for none.
    public init(_ logger: Logger, describe: @escaping @Sendable (any Event) -> String? = { _ in nil }) {
        self.logger = logger
        self.describe = describe
    }

    public func launched(_ command: ObservedCommand) {
        logger.debug("command launched", metadata: Self.metadata(of: command))
    }

    public nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        if number > 1 {
            var metadata = Self.metadata(of: command)
            metadata["attempt"] = "\(number)"
            logger.info("command tried again", metadata: metadata)
        }
        try await body()
    }

    public func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) {
        var metadata = Self.metadata(of: command)
        var level = Logger.Level.debug
        switch outcome {
        case .finished: metadata["outcome"] = "finished"
        case .cancelled: metadata["outcome"] = "cancelled"
        case .dropped: metadata["outcome"] = "dropped"
        case .failed(let error):
            metadata["outcome"] = "failed"
            metadata["error"] = "\(type(of: error))"
            level = .warning
        }
        logger.log(level: level, "command ended", metadata: metadata)
    }

    public func applied(_ event: any Event, by launch: UInt64?) {
        guard logger.logLevel <= .trace else { return }
        var metadata: Logger.Metadata = ["event": "\(type(of: event))"]
        metadata["launch"] = launch.map { "\($0)" }
        metadata["description"] = describe(event).map { "\($0)" }
        logger.trace("event applied", metadata: metadata)
    }

    /// Writes a refusal or a misuse: for ``Runtime/report``.
    public func report(_ report: Runtime.Report) {
        if let refusal = report.refusal {
            logger.notice("refused", metadata: ["event": "\(refusal.type)", "reason": "\(refusal.reason)"])
        } else if let error = report.error {
            logger.warning("an unhandled failure", metadata: ["error": "\(type(of: error))"])
        } else {
            logger.warning("\(report)")
        }
    }

    private static func metadata(of command: ObservedCommand) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["command": "\(command.name)", "launch": "\(command.launch)"]
        metadata["parent"] = command.parent.map { "\($0)" }
        metadata["id"] = command.id.map { "\($0)" }
        return metadata
    }
}
