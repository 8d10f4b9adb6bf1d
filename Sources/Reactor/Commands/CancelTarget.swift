/// Which commands are meant.
enum CancelTarget: CustomStringConvertible {
    case launch(CommandHandle)
    case id(CommandID)
    case owner(ObjectIdentifier)
    case all

    /// The call that asks for it.
    var description: String {
        switch self {
        case .launch: "cancel()"
        case .id(let id): "cancel(id: \"\(id)\")"
        case .owner: "cancel(owner:)"
        case .all: "cancelAll()"
        }
    }
}

/// What a reaction brought about.
enum ReactionStep {
    case launch(CommandHandle)
    case cancel(CommandHandle)
}
