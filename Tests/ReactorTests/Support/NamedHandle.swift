@testable import Reactor

/// A handle without a command, named after one.
final class NamedHandle: CommandHandle, @unchecked Sendable {
    // Sendable: as CommandHandle; the name never changes.
    private let name: String

    init(_ name: String, _ options: CommandOptions = .default) {
        self.name = name
        super.init(options: options, mailbox: Mailbox())
    }

    override var commandName: String { name }

    override var slotName: String { "type \(name)" }
    override var launchPath: LaunchPath? { nil }
    override var command: (any Sendable)? { nil }
}
