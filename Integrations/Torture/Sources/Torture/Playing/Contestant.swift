/// A client that comes with the test.
package struct Contestant: Sendable {
    package var name: String
    package var summary: String
    /// Whether it must obey every rule; the others show the failures.
    package var isSound: Bool
    private let make: @Sendable () -> any Client

    package init(
        _ name: String, _ summary: String, isSound: Bool,
        _ make: @escaping @Sendable () -> any Client
    ) {
        self.name = name
        self.summary = summary
        self.isSound = isSound
        self.make = make
    }

    /// A separate client, which plays one history after another.
    package func client() -> any Client { make() }

    /// The recipes of the library, our own failures first, and the hand-written client.
    package static let all: [Contestant] = [
        .recipe("marked", "Reactor, the former page: a mark for each read", MarkedRows.self, isSound: false),
        .recipe("versioned", "Reactor, rows with versions", VersionedRows.self, isSound: true),
        .recipe(
            "between", "Reactor, without versions: a read between changes", UnversionedRows.self, isSound: true),
        .recipe(
            "queries", "Reactor, without versions: a query over the list", QueriedRows.self, isSound: true),
        .recipe(
            "queries-versioned", "Reactor, a query that brings rows with versions", QueriedVersionedRows.self,
            isSound: true),
        .recipe(
            "queries-by-row", "Reactor, with versions: a query for each row", QueriedEachRow.self, isSound: true),
        Contestant("reference", "the smallest client that obeys the rules", isSound: true) { ReferenceClient() },
        .handWritten("snapshot", "by hand: the previous list is restored", .snapshot, .answer),
        .handWritten("inverse", "by hand: the opposite change is made", .inverse, .answer),
        .handWritten("refetch", "by hand: snapshot, and everything is read again after each change", .snapshot, .refetch),
        .handWritten(
            "refetch-last", "by hand: the same, and everything is read again after the last of several changes", .snapshot,
            .refetchAfterLast),
    ]

    private static func handWritten(
        _ name: String, _ summary: String, _ undo: HandWrittenClient.Undo, _ settling: HandWrittenClient.Settling
    ) -> Contestant {
        Contestant(name, summary, isSound: false) {
            HandWrittenClient(undo: undo, settling: settling)
        }
    }

    private static func recipe<App: Recipe>(
        _ name: String, _ summary: String, _ app: App.Type, isSound: Bool
    ) -> Contestant {
        Contestant(name, summary, isSound: isSound) { RecipeClient<App>() }
    }
}
