import ReactorState

/// One operation of a script. Ids are part of it, so a script stays meaningful when steps are left out.
enum LedgerStep: Equatable {
    case fire([Move])
    case reset(Side)
    case begin(UInt64, Side?, [Move])
    case append(UInt64, [Move])
    case commit(UInt64)
    case commitWith(UInt64, [Move], then: [Move])
    case rollback(UInt64, [Move])
    case place([Move])
    case mark(UInt64)
    case report(UInt64, [Move])
    case placeAsOf(UInt64, [Move])
    case release(UInt64)
    /// A reset where none is allowed: predicted, in place of a prediction, or authoritative.
    case beginReset(UInt64)
    case commitReset(UInt64)
    case placeReset
    /// The core is closed and opened again from its journal.
    case reopen
    case endOfDrain
}

/// The observable result after one step.
struct LedgerSight: Equatable {
    var visible: UInt32
    var base: UInt32?
    var pending: [UInt64]
    var marks: [UInt64]
    var deliveries: Int
    var refusal: LedgerRefusal?
}

/// Something that carries out scripts: the ledger, its naive model, or a broken one.
protocol LedgerSubject {
    init()
    mutating func perform(_ step: LedgerStep)
    mutating func endDrain()
    /// As it is after the drain, whether or not that has ended.
    var sight: LedgerSight { get }
}
