/// A call that programs make often, done n times where n are.
struct Growing: Sendable {
    /// The call, as a reader of its documentation would name it.
    let call: String
    /// The name of the elements.
    let ofWhat: String
    /// The number in the first count; the second count has four times as many.
    let count: Int
    /// Makes ready for n, makes the call n times inside of the span, and checks what came of it.
    let run: @Sendable (_ n: Int, _ span: Span) async throws -> Void

    init(
        _ call: String, _ ofWhat: String, count: Int = 200,
        _ run: @escaping @Sendable (_ n: Int, _ span: Span) async throws -> Void
    ) {
        self.call = call
        self.ofWhat = ofWhat
        self.count = count
        self.run = run
    }
}
