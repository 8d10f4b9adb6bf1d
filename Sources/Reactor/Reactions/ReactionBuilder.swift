/// Lists reactions, one a line.
@resultBuilder
public enum ReactionBuilder<StateType: State> {
    public static func buildExpression(_ reaction: some Reaction<StateType>) -> [any Reaction<StateType>] { [reaction] }
    public static func buildBlock(_ reactions: [any Reaction<StateType>]...) -> [any Reaction<StateType>] {
        reactions.flatMap { $0 }
    }
    public static func buildOptional(_ reactions: [any Reaction<StateType>]?) -> [any Reaction<StateType>] {
        reactions ?? []
    }
    public static func buildEither(first reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    public static func buildEither(second reactions: [any Reaction<StateType>]) -> [any Reaction<StateType>] {
        reactions
    }
    public static func buildArray(_ reactions: [[any Reaction<StateType>]]) -> [any Reaction<StateType>] {
        reactions.flatMap { $0 }
    }
}
