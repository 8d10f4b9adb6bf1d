import Terminal

/// `weightlog demo`, which is also `weightlog` alone.
enum DemoVerb {
    static let verb = Verb(
        "demo", "tell the story of optimistic logging; the same as no arguments",
        discussion: "It takes a few seconds and touches no file.",
        options: [Declared.seed]
    ) { console in
        let expected = "a whole number from 0 on"
        let seed = try console.arguments.value(of: Declared.seed, as: UInt64.self, expected: expected) ?? 1
        try await Story(seed: seed, output: console.output).tell()
    }
}
