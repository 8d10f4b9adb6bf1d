/// Where a service keeps its book between two runs.
protocol WeightStore: Sendable {
    /// The book as it was last saved, or an empty one.
    func load() throws -> WeightBook
    /// Puts this book in the place of the saved one: wholly, or not at all.
    func save(_ book: WeightBook) throws
}
