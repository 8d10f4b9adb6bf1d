package import Reactor
package import ReactorRecording
package import ReactorTesting

/// A small app that is right, and that each of its bugs makes wrong in some orders of what happens.
///
/// The state carries the bug, so that a recording of it has the bug as well, wherever it is replayed.
package protocol OrderApp: State, Codable, Hashable {
    static var title: String { get }
    static var catalog: EventCatalog<Self> { get }
    /// What is true of every state, or of every state in which nothing is under way.
    static var invariants: [Invariant<Self>] { get }
    init(bug: OrderBug?)

    /// Somebody who uses it, and its server: they are there before the app is opened, and after it ended.
    associatedtype Somebody: Sendable
    static func somebody(in sim: Simulation) -> Somebody
    /// What somebody does with it until it is left. Returns while answers may still be under way.
    static func use(_ core: Core<Self>, by somebody: inout Somebody, in sim: Simulation) async throws
}

/// The bugs: each is a mistake that no single order of events shows for sure.
package enum OrderBug: String, Codable, Hashable, Sendable, CaseIterable {
    // The search box.
    /// Hits are shown whichever text they were asked for.
    case staleAnswer
    /// A search that failed is shown to have failed whichever text it was for.
    case staleFailure
    /// The first answer of any search ends the waiting.
    case anyAnswerEndsTheWait
    /// A box that was cleared goes on waiting for what was asked before.
    case clearedBoxStillWaits
    /// Pages stand in the order in which they came.
    case pagesAsTheyCome
    /// A page that was asked for twice is shown twice.
    case pageTwice
    /// What is kept as recent is read before the server has it and written after.
    case recentWrittenBack

    // The editor.
    /// A save makes what was typed meanwhile count as saved.
    case savedMeansAllSaved
    /// The answer to a save puts the text back that was sent.
    case savedTextComesBack
    /// Of two saves, the one that is answered last counts.
    case lastSaveAnsweredCounts
    /// A refresh overwrites what is not saved yet.
    case refreshOverTyping
    /// A title that was refused is put back to what it was before, over what a refresh brought.
    case undoOverRefresh
    /// Of two titles, the one that is answered last counts.
    case lastTitleAnsweredCounts
    /// A refresh brings back what was deleted since it was asked.
    case deletedComesBack

    // The booking.
    /// How many there are is read before an answer and written after.
    case countWrittenBack
    /// Nothing stops a second order while the first is under way.
    case orderedTwice
    /// What was asked for one user is shown to the next.
    case loadOutlivesUser
    /// The timer of a hold ends the hold that came after it.
    case timerOutlivesHold
    /// The discount is taken off whatever the sum is when it comes.
    case discountOnTheWay
    /// A refresh stands above a removal that is pending, and so above its confirmation.
    case refreshAboveRemoval
}

extension OrderBug {
    package static let ofSearchBox: [OrderBug] = [
        .staleAnswer, .staleFailure, .anyAnswerEndsTheWait, .clearedBoxStillWaits, .pagesAsTheyCome, .pageTwice,
        .recentWrittenBack,
    ]
    package static let ofEditor: [OrderBug] = [
        .savedMeansAllSaved, .savedTextComesBack, .lastSaveAnsweredCounts, .refreshOverTyping, .undoOverRefresh,
        .lastTitleAnsweredCounts, .deletedComesBack,
    ]
    package static let ofBooking: [OrderBug] = [
        .countWrittenBack, .orderedTwice, .loadOutlivesUser, .timerOutlivesHold, .discountOnTheWay,
        .refreshAboveRemoval,
    ]
}

extension OrderApp {
    /// The first invariant that does not hold, nil when all do.
    package static func broken(_ state: Self) -> String? { invariants.first { !$0.holds(state) }?.name }
}
