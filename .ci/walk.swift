/// What Docs/Architecture.md follows through the library, done round after round: walk event|command|prediction ROUNDS.
///
/// `.ci/walk` counts its calls. A synchronous `main`: an asynchronous one crashes valgrind 3.19.
import Dispatch
import Reactor

struct Counter: State {
    var count = 0

    mutating func react(to event: any Event) {
        if event is Counted { count += 1 }
    }
}

struct Counted: Event {}

struct DoNothing: Command {
    func execute(state: Counter, core: Core<Counter>) async {}
}

/// Lets one task wait until a count was delivered. Nothing of the library is called for that.
actor Watcher: Subscriber {
    private var delivered = 0
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    func update(with count: Int) {
        delivered = count
        guard let waiting, waiting.count <= count else { return }
        self.waiting = nil
        waiting.continuation.resume()
    }

    func reached(_ count: Int) async {
        guard delivered < count else { return }
        await withCheckedContinuation { waiting = (count, $0) }
    }
}

@main
enum Walk {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rounds = Int(arguments[2]) else {
            return print("usage: walk event|command|prediction ROUNDS")
        }
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            switch arguments[1] {
            case "event": await events(rounds)
            case "command": await commands(rounds)
            default: await predictions(rounds)
            }
            isDone.signal()
        }
        isDone.wait()
    }

    static func events(_ rounds: Int) async {
        let core = Core(state: Counter())
        let watcher = Watcher()
        core.add(subscriber: watcher, selecting: \.count)
        for round in 0..<rounds {
            core.fire(event: Counted())
            await watcher.reached(round + 1)
        }
    }

    static func commands(_ rounds: Int) async {
        let core = Core(state: Counter())
        for _ in 0..<rounds {
            guard case .finished = await core.fire(command: DoNothing()).outcome else {
                fatalError("it did not finish")
            }
        }
    }

    static func predictions(_ rounds: Int) async {
        let core = Core(state: Counter())
        for round in 0..<rounds {
            let prediction = core.predict(Counted())
            guard await core.state.count == round + 1 else { fatalError("the prediction is not seen") }
            prediction.commit()
            guard await core.state.count == round + 1 else { fatalError("the prediction did not become certain") }
        }
    }
}
