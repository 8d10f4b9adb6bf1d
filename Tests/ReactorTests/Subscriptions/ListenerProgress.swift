@testable import Reactor

/// How far a subscription is. What was delivered before was compared before.
struct ListenerProgress: Equatable {
    let timesNotified: Int
    let delivered: Int?
    let passedLimits: [Int]
    let isPumping: Bool
    let waiting: Int

    init(_ member: ListeningMember) {
        timesNotified = member.delivered.count
        delivered = member.delivered.last
        passedLimits = member.passedLimits
        isPumping = member.machine.isRunning
        waiting = member.machine.count
    }

    init(_ model: ListenerModel) {
        timesNotified = model.delivered.count
        delivered = model.delivered.last
        passedLimits = model.passedLimits
        isPumping = model.isPumping
        waiting = model.waiting.count
    }
}
