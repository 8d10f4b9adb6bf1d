import CGrowth

/// The part of a run whose instructions are counted: callgrind writes its counts when `growth_begins` is called, and again when
/// `growth_ended` returns.
struct Span: Sendable {
    let isCounted: Bool

    func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
        if isCounted { growth_begins() }
        defer { if isCounted { growth_ended() } }
        return try body()
    }

    func callAsFunction<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        if isCounted { growth_begins() }
        defer { if isCounted { growth_ended() } }
        return try await body()
    }
}
