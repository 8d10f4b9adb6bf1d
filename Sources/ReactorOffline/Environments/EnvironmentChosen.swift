public import Reactor
public import ReactorRecording

/// The event that selects the environment of the app.
///
/// Your state stores the name. The state of the previous environment is reset by the `Reset<ServerEnvironment>` that
/// precedes this event, see ``Reactor/Core/choose(environment:isolation:)``.
public struct EnvironmentChosen: Event, Codable, Hashable {
    /// The name of the environment.
    public let name: ServerEnvironment.Name

    package init(_ name: ServerEnvironment.Name) { self.name = name }
}

extension Core {
    /// Switches to an environment in one atomic group: `Reset<ServerEnvironment>` resets everything that belongs to the
    /// previous environment, and then the state receives the next name. Commands with this owner are cancelled, and
    /// their later events are refused.
    ///
    /// A reaction to the reset then enters the environment, see ``ServerConnection``. To sign out, fire only the reset,
    /// and the same environment is entered again.
    ///
    /// ```swift
    /// import Reactor
    ///
    /// func switchToStaging(_ core: Core<some State>) {
    ///     core.choose(environment: "staging")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the environment.
    ///   - isolation: The actor of the caller. Use the default.
    public nonisolated func choose(
        environment name: ServerEnvironment.Name, isolation: (any Actor)? = #isolation
    ) {
        fire(events: [Reset<ServerEnvironment>(), EnvironmentChosen(name)], isolation: isolation)
    }
}

extension EnvironmentEvents: ListsEvents {
    package static var lines: [EventSchema] {
        [
            .event(EnvironmentChosen.self, as: "environment.chosen"),
            .reset(ServerEnvironment.self, as: "environment.reset"),
        ]
    }
}
