/// Keeps nothing beyond the run: the service that uses it remembers the book itself.
struct MemoryWeightStore: WeightStore {
    var initial = WeightBook()

    func load() -> WeightBook { initial }
    func save(_ book: WeightBook) {}
}
