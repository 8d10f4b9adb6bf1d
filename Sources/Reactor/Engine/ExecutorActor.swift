/// A serial executor as an actor: code isolated to it runs there.
actor ExecutorActor {
    private let chosen: ChosenExecutor
    nonisolated let executor: UnownedSerialExecutor

    init(_ choice: CoreExecutor) {
        let chosen = ChosenExecutor(choice)
        executor = chosen.executor
        self.chosen = chosen
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor }
}
