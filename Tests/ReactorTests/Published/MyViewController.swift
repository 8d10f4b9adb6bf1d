import Reactor

/// A stub of the view controller of the snippet, with the library's Reset.
enum MyViewController {}

extension MyViewController {

    struct State: Reactor.State {

        var text = ""

        mutating func react(to event: Reactor.Event) {
            switch event {
            case let event as TextTyped: text += event.text
            case _ as Reset<State>:
                self = State()
            default:
                break
            }
        }

    }

}

struct TextTyped: Reactor.Event { var text: String }

/// An app that declares the Reset of the snippet itself.
enum AppWithItsOwnReset {
    struct Reset<T>: Reactor.Event {}

    enum MyViewController {}
}

extension AppWithItsOwnReset.MyViewController {

    typealias Reset = AppWithItsOwnReset.Reset

    struct State: Reactor.State {

        var text = ""

        mutating func react(to event: Reactor.Event) {
            switch event {
            case let event as TextTyped: text += event.text
            case _ as Reset<State>:
                self = State()
            default:
                break
            }
        }

    }

}
