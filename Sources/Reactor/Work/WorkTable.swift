/// The work that belongs to the state of one core: for each rule and key, the work that the state wishes and the work
/// that runs.
///
/// It decides and starts nothing: the event loop performs its steps.
struct WorkTable {
    /// A step for the event loop.
    enum Step {
        /// - Parameter work: The work that the command does; nil for a command that an event started.
        case launch(WishedCommand, WishedWork?)
        case cancel(CommandHandle)
        /// The command ended its own wish.
        case finish(CommandHandle)
    }

    private let list: RuleList
    private let triggers: [ObjectIdentifier: [Trigger]]
    /// The work of each command that runs, or has returned, for the current wish, and of each command whose step
    /// ``Step/finish(_:)`` is not performed yet. By launch.
    private var followed: [UInt64: WishedWork] = [:]
    /// Whether wishes start work. False until the core has been opened.
    private(set) var hasStarted = false

    /// Returns the commands for an event.
    typealias Trigger = (any Event, borrowing WholeState, Mailbox) -> [WishedCommand]

    init(_ list: RuleList, triggers: [ObjectIdentifier: [Trigger]]) {
        self.list = list
        self.triggers = triggers
    }

    var isEmpty: Bool { list.isEmpty && triggers.isEmpty }

    /// Whether some rules follow the state.
    var followsState: Bool { !list.isEmpty }

    /// Whether commands belong to a wish.
    var isRunning: Bool { !followed.isEmpty }

    /// Whether a command belongs to a wish.
    func isFollowed(_ launch: UInt64) -> Bool { followed[launch] != nil }

    /// Lets wishes start work from now on.
    mutating func begin() { hasStarted = true }

    /// Lets wishes start work from now on, if they change.
    mutating func begin(ignoring state: borrowing WholeState) {
        hasStarted = true
        var ignored: [WishedWork] = []
        list.look(at: state, &ignored)
    }

    /// Records that the command of a work was launched.
    mutating func launched(_ handle: CommandHandle, for work: WishedWork) { followed[handle.state.launch] = work }

    /// Records that the step ``Step/finish(_:)`` was performed.
    mutating func finished(_ handle: CommandHandle) { followed[handle.state.launch] = nil }

    /// Sorts by rule. Within a rule, commands end in the order of their launches, and then others start.
    private func sort(_ changed: inout [WishedWork]) {
        let keys = changed.enumerated().map { offset, work in
            (order: work.order, launch: work.wish == nil ? work.running?.state.launch ?? 0 : .max, offset: offset)
        }
        changed = keys.sorted { ($0.order, $0.launch, $0.offset) < ($1.order, $1.launch, $1.offset) }
            .map { changed[$0.offset] }
    }

    /// Returns the steps of the rules for the type of an event.
    func react(to event: any Event, _ state: borrowing WholeState, _ mailbox: Mailbox) -> [Step] {
        guard let triggers = triggers[ObjectIdentifier(type(of: event))] else { return [] }
        var steps: [Step] = []
        for trigger in triggers { steps += trigger(event, state, mailbox).map { .launch($0, nil) } }
        return steps
    }

    /// Returns the steps for the wishes that have changed, in the order of the list.
    ///
    /// - Parameters:
    ///   - spares: The launches of the commands that caused the change. They finish.
    ///   - reset: The launches of the commands that a reset has canceled since. They start again if they are wished.
    /// - Complexity: O(followed properties), and O(n log n) for the n works whose wish has changed.
    mutating func follow(
        _ state: borrowing WholeState, _ mailbox: Mailbox, sparing spares: [UInt64], reset: [UInt64]
    ) -> [Step] {
        guard hasStarted else { return [] }
        var changed: [WishedWork] = []
        list.look(at: state, &changed)
        if !reset.isEmpty {
            let known = Set(changed.map(ObjectIdentifier.init))
            // The launches differ, so that no work is found twice.
            for launch in reset {
                guard let work = followed[launch], work.running?.state.launch == launch,
                    !known.contains(ObjectIdentifier(work))
                else { continue }
                changed.append(work)
            }
        }
        if changed.isEmpty { return [] }
        if changed.count > 1 { sort(&changed) }
        var steps: [Step] = []
        for work in changed {
            let isOwn = work.running.map { spares.contains($0.state.launch) } ?? false
            if let earlier = work.finishing, work.wish != nil || isOwn {
                if !earlier.state.hasEnded { steps.append(.cancel(earlier)) }
                work.finishing = nil
            }
            if let running = work.running {
                // The commands that earlier steps launch store the causes that are still followed, also a finishing one.
                if isOwn { work.finishing = running } else { followed[running.state.launch] = nil }
                steps.append(isOwn ? .finish(running) : .cancel(running))
            }
            work.running = nil
            guard let wish = work.wish else { continue }
            let wished = wish(state, mailbox)
            work.running = wished.handle
            steps.append(.launch(wished, work))
        }
        return steps
    }
}
