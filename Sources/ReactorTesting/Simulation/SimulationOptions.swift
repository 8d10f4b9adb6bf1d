/// How seeds are checked.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct SimulationOptions: Sendable {
    /// How many of a hundred turns are held up, as on a slow or busy processor.
    public var slowness: Int
    /// Whether each seed is run twice and has to happen alike both times.
    public var runsTwice: Bool
    /// After how many turns a run is given up that comes to no rest.
    public var turnLimit: Int
    /// How many runs shrinking a failure may take.
    public var shrinkingRuns: Int

    /// Options, each with the default that suits a test.
    public init(slowness: Int = 10, runsTwice: Bool = true, turnLimit: Int = 100_000, shrinkingRuns: Int = 500) {
        self.slowness = slowness
        self.runsTwice = runsTwice
        self.turnLimit = turnLimit
        self.shrinkingRuns = shrinkingRuns
    }
}
