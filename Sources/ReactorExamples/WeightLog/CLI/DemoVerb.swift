import Terminal

/// `weightlog demo`, which is also `weightlog` alone.
enum DemoVerb {
    static let verb = Verb(
        "demo", "tell the story of optimistic logging; the same as no arguments",
        discussion: """
            It takes a few seconds, and touches no network and no file but a recording that was asked for. The service is
            inside this process; the seed decides which changes it refuses and in which order it answers. The same seed
            tells the same story. To look at what happened in a browser:

              weightlog demo --record story
              weightlog journal inspect story -o story.html
            """,
        options: [Declared.seed, Declared.failures, Declared.recordTo]
    ) { console in
        let expected = "a whole number from 0 on"
        let seed = try console.arguments.value(of: Declared.seed, as: UInt64.self, expected: expected) ?? 1
        let failures = try console.arguments.failures() ?? StoryPlan.usualFailures
        try await Story(
            plan: StoryPlan(seed: seed, failures: failures), output: console.output,
            recording: console.arguments[Declared.recordTo]
        ).tell()
    }
}
