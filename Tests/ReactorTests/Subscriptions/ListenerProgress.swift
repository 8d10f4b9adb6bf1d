@testable import Reactor

/// How far a subscription is. What was delivered before was compared before.
struct ListenerProgress: Equatable {
    let timesTold: Int
    let told: Int?
    let passedLimits: [Int]
    let isPumping: Bool
    let waiting: Int

    init(_ member: ListeningMember) {
        timesTold = member.told.count
        told = member.told.last
        passedLimits = member.passedLimits
        isPumping = member.machine.isRunning
        waiting = member.machine.count
    }

    init(_ model: ListenerModel) {
        timesTold = model.told.count
        told = model.told.last
        passedLimits = model.passedLimits
        isPumping = model.isPumping
        waiting = model.waiting.count
    }
}
