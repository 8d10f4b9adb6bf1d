import Reactor

extension Core where StateType == Undoable<Document> {
    /// Takes at most `count` steps back, one after the other.
    ///
    /// - Returns: how many there were.
    func takeBack(_ count: Int) -> Int {
        for undone in 0..<count {
            guard let undo = state.undoEvent else { return undone }
            fire(event: undo)
        }
        return count
    }

    /// Brings again everything that was taken back, one step after the other.
    func bringAgain() {
        while let redo = state.redoEvent { fire(event: redo) }
    }
}
