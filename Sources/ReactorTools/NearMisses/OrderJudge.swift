/// Two moments that change places, and the order of all from the first to the last of them.
struct Exchange {
    let earlier: Int
    let order: [Int]
    /// Whether it matters in which state the session ends.
    let asksTheEnd: Bool
    /// So many moments earlier the next exchange may begin.
    let reach: Int

    var end: Int { earlier + order.count }
}

/// Folds a session in other orders, and looks at what becomes of it.
protocol OrderJudge: AnyObject {
    /// Folds the session as it was recorded. Where that stops the program, the rest of the session is left out.
    func begin(_ session: inout RecordedSession, _ report: inout NearMissReport) throws

    /// What is wrong in another order, and how many moments it took to be seen; nil when nothing is.
    func verdict(_ exchange: Exchange) throws -> (kind: NearMiss.Kind, end: Int)?

    /// What says at which entry of some moments, in some order, it is seen; nil where it is not. Of what stops the program,
    /// it is the order asked first that others are compared with.
    func hits(of kind: NearMiss.Kind, in session: RecordedSession) throws -> ([Int]) throws -> UInt64?
}
