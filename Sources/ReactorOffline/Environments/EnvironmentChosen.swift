public import Reactor
public import ReactorRecording

/// The app is to be in this environment from now on.
///
/// The state keeps the name. What was of the environment before goes with the `Reset<ServerEnvironment>` that comes with
/// it, see ``Reactor/Core/choose(environment:)``.
public struct EnvironmentChosen: Event, Codable, Hashable {
    /// Which one.
    public let name: ServerEnvironment.Name

    /// A choice.
    package init(_ name: ServerEnvironment.Name) { self.name = name }
}

extension Core {
    /// Switches to an environment, in one atomic group: `Reset<ServerEnvironment>` starts everything over that is of the one
    /// before, then the state is given the name of the next. Commands in the scope are cancelled, their late answers refused.
    ///
    /// A reaction to that reset then enters the environment, see ``ServerConnection``. The reset alone signs out: the same
    /// environment is entered anew.
    ///
    /// ```swift
    /// import Reactor
    ///
    /// func switchToStaging(_ core: Core<some State>) {
    ///     core.choose(environment: "staging")
    /// }
    /// ```
    public nonisolated func choose(environment name: ServerEnvironment.Name) {
        fire(events: [Reset<ServerEnvironment>(), EnvironmentChosen(name)])
    }
}

extension EnvironmentEvents: ListsEvents {
    package static var lines: [EventSchema] { EventSchema.environments() }
}

extension EventSchema {
    /// The lines of a choice of environment. They are in every catalog.
    static func environments() -> [EventSchema] {
        [
            .event(EnvironmentChosen.self, as: "environment.chosen"),
            .reset(ServerEnvironment.self, as: "environment.reset"),
        ]
    }
}
