import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Everything runs on the test's own thread here, so that no object is retained in the background when nothing waits.
@Suite("Ended objects are released")
struct LeakTests {
    let executor = StepExecutor()
    let clock = ManualClock()

    private func makeCore(_ sentinel: Sentinel = Sentinel()) -> Core<Retaining> {
        Core(state: Retaining(sentinel: sentinel), runtime: executor.runtime(clock: clock))
    }

    /// Expects that nothing retains the sentinel of `body` after it has returned and nothing waits.
    private func expectRelease(of body: (Sentinel) -> Void, location: SourceLocation = #_sourceLocation) {
        weak var held: Sentinel?
        do {
            let sentinel = Sentinel()
            held = sentinel
            body(sentinel)
        }
        executor.run()
        #expect(held == nil, sourceLocation: location)
    }

    private func end(of handle: CommandHandle) -> String? { executor.run { await handle.end } }

    @Test("A core without references, with its middlewares, reactions, dependencies and callbacks")
    func parts() {
        expectRelease { sentinel in
            var runtime = executor.runtime()
            runtime.report = { _ in _ = sentinel }
            let core = Core(
                state: Retaining(sentinel: nil), middlewares: [Holding(sentinel: sentinel)],
                reactions: [.on(Noted.self) { _ in Hold(sentinel: sentinel) }],
                dependencies: Dependencies { $0[RetainedKey.self] = sentinel }, runtime: runtime)
            core.fire(event: Noted(1))
            executor.run()
        }
    }

    @Test("A core whose update does not return: it is released with its last reference, and waiting events are dropped")
    func coreUnderAnUpdate() {
        let gate = TestGate<Void>()
        var tokens: [Subscription] = []
        var handle: CommandHandle?
        expectRelease { sentinel in
            let core = makeCore(sentinel)
            tokens = (0..<2).map { _ in core.subscribe(to: \.count) { _ in try? await gate.wait() } }
            handle = core.perform(options: CommandOptions(id: "later", debounce: .seconds(60))) { _ in }
            executor.run()
        }
        #expect(gate.arrivals == 2)
        #expect(handle.flatMap { end(of: $0) } == "dropped")
        gate.open()
        executor.run()
        withExtendedLifetime(tokens) {}
    }

    @Test("Events, when they were applied")
    func events() {
        let core = makeCore()
        expectRelease { sentinel in
            core.fire(event: Carrying(sentinel: sentinel))
            core.fire(events: [Carrying(sentinel: sentinel), Carrying(sentinel: sentinel)])
        }
    }

    @Test("A subscriber, as soon as nothing else retains it")
    func subscriber() {
        weak var gone: Recorder<Int>?
        let core = makeCore()
        do {
            let recorder = Recorder<Int>()
            gone = recorder
            core.add(subscriber: recorder, selecting: \.count)
            executor.run()
            core.fire(event: Noted(1))
            executor.run()
            #expect(recorder.values == [0, 1])
        }
        #expect(gone == nil)
        core.fire(event: Noted(1))
        executor.run()
    }

    @Test("A closure that retains its core, with the core, when its subscription was released")
    func closureThatHoldsItsCore() {
        expectRelease { sentinel in
            let core = makeCore(sentinel)
            let subscription = core.subscribe(to: \.count) { _ in core.fire(event: Noted(1)) }
            executor.step()
            withExtendedLifetime(subscription) {}
        }
    }

    @Test("A loop over updates ends when its core is released")
    func loopOfACoreThatIsGone() {
        let values = Locked<[Int]>([])
        let isOver = Locked(false)
        do {
            let core = makeCore()
            let updates = core.updates(of: \.count)
            executor.start {
                for await value in updates { values.withLock { $0.append(value) } }
                isOver.withLock { $0 = true }
            }
            executor.run()
            core.fire(event: Noted(1))
            executor.run()
            #expect(!isOver.copy)
        }
        executor.run()
        #expect(values.copy == [0, 1])
        #expect(isOver.copy)
    }

    @Test("A command, with the objects that it retains, when it has ended")
    func command() {
        let core = makeCore()
        expectRelease { sentinel in
            core.fire(command: Hold(sentinel: sentinel))
            core.perform { _ in _ = sentinel }
            core.perform(options: CommandOptions(id: "a", retry: .exponential(attempts: 2))) { _ in
                _ = sentinel
                throw Broken()
            }
        }
    }

    @Test("A command that was canceled before it started, and its core")
    func cancelledBeforeItStarted() {
        expectRelease { sentinel in
            let core = makeCore(sentinel)
            core.fire(command: Hold(sentinel: sentinel)).cancel()
            core.perform { _ in _ = sentinel }.cancel()
            executor.run()
        }
    }

    @Test("A handle does not retain the core")
    func keptHandle() {
        var handles: [CommandHandle] = []
        expectRelease { sentinel in
            let core = makeCore(sentinel)
            handles = (0..<2).map { _ in core.fire(command: Hold(sentinel: nil)) }
            handles[1].cancel()
            executor.run()
        }
        #expect(handles.map { end(of: $0) } == ["finished", "cancelled"])
    }

    @Test("A value that is stored for comparison, when it has no subscriber any more", arguments: [false, true])
    func comparedValue(endsWithItsCore: Bool) {
        var core: Core<Retaining>? = makeCore()
        let subscription = core?.subscribe(to: \.label) { _ in }
        expectRelease { sentinel in
            core?.fire(event: Taken(sentinel: sentinel))
            executor.run()
            if endsWithItsCore { core = nil } else { subscription?.cancel() }
            core?.fire(event: Taken(sentinel: nil))
        }
        withExtendedLifetime(subscription) {}
    }

    @Test("Values that a slow loop has skipped or received, while it continues")
    func valuesOfALoop() {
        let core = makeCore()
        let gate = TestGate<Void>()
        executor.start {
            for await label in core.updates(of: \.label) {
                if label.sentinel == nil { return }
                try? await gate.wait()
            }
        }
        executor.run()
        var gone: [Weak] = []
        for _ in 0..<3 {
            // A value that is skipped, and one that is received when the loop continues.
            for _ in 0..<2 {
                let sentinel = Sentinel()
                gone.append(Weak(sentinel: sentinel))
                core.fire(event: Taken(sentinel: sentinel))
                executor.run()
            }
            gate.resumeOne()
            executor.run()
            #expect(gone.count { $0.sentinel != nil } == 1)
        }
        gate.open()
        core.fire(event: Taken(sentinel: nil))
        executor.run()
        #expect(gone.allSatisfy { $0.sentinel == nil })
    }

    @Test("A core whose commands only wait is released, and they end as dropped")
    func waitingCommands() {
        var handle: CommandHandle?
        expectRelease { sentinel in
            let core = makeCore(sentinel)
            handle = core.fire(command: Hold(sentinel: nil), options: CommandOptions(debounce: .seconds(1)))
            core.perform(options: CommandOptions(retry: .exponential(attempts: 2))) { _ in throw Broken() }
            executor.run()
            // The debounce; the draw of 0 made the other wait no time at all, so it is over.
            #expect(clock.sleeping == 1)
        }
        #expect(clock.sleeping == 0)
        #expect(handle.flatMap { end(of: $0) } == "dropped")
    }

    @Test("A running command retains its core, and releases it when it has returned, ending as finished")
    func runningCommand() {
        weak var state: Sentinel?
        let gate = TestGate<Void>()
        let handle: CommandHandle
        do {
            let held = Sentinel()
            state = held
            handle = makeCore(held).perform { _ in try? await gate.wait() }
            executor.run()
        }
        #expect(state != nil)
        gate.open()
        executor.run()
        #expect(end(of: handle) == "finished")
        #expect(state == nil)
    }

    /// The objects that a program can retain after their end, with code that retains an object of the program.
    enum Ended: CaseIterable {
        case canceledSubscription, subscriptionCanceledInItsCall, canceledBeforeTheFirstCall, ofAClosedCore, withEvery
        case derivedValue, closure, structCommand, failure, canceledWhileItWaits, canceledWhileItRuns, dropped
        case refused, load, prediction, observed, retried
    }

    @Test(
        "A program that retains its ended subscriptions, commands and predictions releases the objects in their code",
        arguments: Ended.allCases)
    func retainedByTheProgram(ended: Ended) {
        let live = Locked(0)
        var runtime = executor.runtime(clock: clock)
        let origin = Locked<Model?>(nil)
        if ended == .observed { runtime.observers = [Origins(origin: origin)] }
        let core = Core(state: Retaining(), runtime: runtime)
        do {
            let model = Model(live) { core.fire(event: Noted(1)) }
            end(ended, of: core, model, origin)
            #expect(live.copy == 1)
        }
        executor.run()
        #expect(live.copy == 0)
    }

    private func end(_ ended: Ended, of core: Core<Retaining>, _ model: Model, _ origin: Locked<Model?>) {
        let gate = TestGate<Void>()
        var subscription: Subscription?
        var handle: CommandHandle?
        switch ended {
        case .canceledSubscription, .canceledBeforeTheFirstCall, .ofAClosedCore:
            subscription = core.subscribe(to: \.count) { _ in model.use() }
        case .subscriptionCanceledInItsCall:
            subscription = core.subscribe(to: \.count) { _ in
                model.cancelSubscription()
                try? await gate.wait()
                model.use()
            }
        case .withEvery: subscription = core.subscribe(to: \.count, delivery: .every) { _ in model.use() }
        case .derivedValue: subscription = core.subscribe(to: Derived(\.count) { $0 + model.use() }) { _ in }
        case .closure, .observed:
            if ended == .observed { origin.withLock { $0 = model } }
            handle = core.perform { _ in if ended == .closure { model.use() } }
            origin.withLock { $0 = nil }
        case .structCommand: handle = core.fire(command: Hold(model: model))
        case .failure:
            handle = core.perform(options: CommandOptions(retry: .exponential(attempts: 2))) { _ in
                model.use()
                throw Broken()
            }
        case .retried:
            let retry = RetryPolicy.exponential(attempts: 2) { _ in model.use() > 9 }
            handle = core.perform(options: CommandOptions(retry: retry)) { _ in throw Broken() }
        case .canceledWhileItWaits:
            handle = core.fire(command: Hold(model: model), options: CommandOptions(debounce: .seconds(1)))
        case .canceledWhileItRuns:
            handle = core.perform { _ in
                try? await gate.wait()
                model.use()
            }
        case .dropped, .refused:
            if ended == .refused { executor.start { await core.close() } }
            let options = CommandOptions(id: "a", policy: .drop)
            if ended == .dropped { core.perform(options: options) { _ in try? await gate.wait() } }
            executor.run()
            handle = core.fire(command: Hold(model: model), options: options)
        case .load:
            handle = core.load("status", \.status) { _ in
                model.use()
                return 1
            }
        case .prediction:
            let prediction = core.predict(Taken(model: model))
            core.predict(Taken(model: model)).rollback()
            model.keep(prediction)
            prediction.rollback(with: [Taken(model: nil)])
        }
        if let handle { model.keep(handle) }
        if let subscription { model.keep(subscription) }
        subscription = nil
        if ended != .canceledBeforeTheFirstCall { executor.run() }
        switch ended {
        case .ofAClosedCore: executor.start { await core.close() }
        case .canceledWhileItWaits, .canceledWhileItRuns: handle?.cancel()
        default: model.cancelSubscription()
        }
        executor.run()
        gate.open()
        executor.run()
        if ended == .failure || ended == .retried { _ = handle.map { self.end(of: $0) } }
    }

    @Test("A core that was closed with everything in flight")
    func closed() {
        let gate = TestGate<Void>()
        expectRelease { sentinel in
            let core = makeCore(sentinel)
            let recorder = Recorder<Int>()
            core.add(subscriber: recorder, selecting: \.count)
            let subscription = core.subscribe(to: \.count) { _ in _ = core }
            core.perform(options: CommandOptions(id: "a", policy: .enqueue)) { _ in try? await gate.wait() }
            core.perform(options: CommandOptions(id: "a", policy: .enqueue)) { _ in _ = sentinel }
            core.fire(command: Hold(sentinel: sentinel), options: CommandOptions(debounce: .seconds(1)))
            executor.run()
            executor.start { await core.close() }
            executor.run()
            gate.open()
            executor.run()
            withExtendedLifetime(subscription) {}
        }
        #expect(clock.sleeping == 0)
    }
}

private struct Retaining: State {
    var sentinel: Sentinel?
    var count = 0
    var status = RequestStatus<Int, String>()
    var model: Model?

    mutating func react(to event: any Event) {
        if status.react(to: event, as: "status") { return }
        switch event {
        case let event as Noted: count += event.number
        case let event as Taken: (sentinel, model) = (event.sentinel, event.model)
        default: break
        }
    }

    /// A comparable value that retains the sentinel.
    var label: Label { Label(sentinel: sentinel) }

    struct Label: Equatable, Sendable {
        let sentinel: Sentinel?

        static func == (left: Label, right: Label) -> Bool { left.sentinel === right.sentinel }
    }
}

private struct Weak { weak var sentinel: Sentinel? }

private struct Taken: Event {
    var sentinel: Sentinel?
    var model: Model?
}

/// An object of a program that retains its subscriptions and handles, and is used by their code. Its end fires an event.
private final class Model: Sendable {
    private let live: Locked<Int>
    private let kept = Locked<[any Sendable]>([])
    private let onEnd: @Sendable () -> Void

    init(_ live: Locked<Int>, onEnd: @escaping @Sendable () -> Void) {
        (self.live, self.onEnd) = (live, onEnd)
        live.withLock { $0 += 1 }
    }

    deinit {
        live.withLock { $0 -= 1 }
        onEnd()
    }

    @discardableResult
    func use() -> Int { kept.copy.count }

    func keep(_ object: any Sendable) { kept.withLock { $0.append(object) } }

    func cancelSubscription() { for object in kept.copy { (object as? Subscription)?.cancel() } }
}

/// An observer whose origin of each command is the model.
private struct Origins: CommandObserver {
    let origin: Locked<Model?>
    func fired() -> (any Sendable)? { origin.copy }
}
private struct Carrying: Event { var sentinel: Sentinel }

private struct Holding: Middleware {
    let sentinel: Sentinel
    func process(event: any Event, state: Retaining) {}
}

private struct Hold: Command {
    var sentinel: Sentinel?
    var model: Model?
    func execute(state: Retaining, core: Core<Retaining>) {}
}

private enum RetainedKey: DependencyKey {
    static var liveValue: Sentinel? { nil }
}
