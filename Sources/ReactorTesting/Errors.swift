/// Every sentence this module says to a programmer. Each names what was wrong, where, and what to do.
enum Errors {
    static let emptyDraw = "SeededRandom: nothing lies below 0; draw below 1 or more."
}
