/// A frequent call of programs, made n times with n elements.
struct Growing: Sendable {
    /// The call, as a reader of its documentation would name it.
    let call: String
    /// The name of the elements.
    let ofWhat: String
    /// The number in the first count; the second count has four times as many.
    let count: Int
    /// Prepares n elements, makes the call n times inside the span, and checks the result.
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
