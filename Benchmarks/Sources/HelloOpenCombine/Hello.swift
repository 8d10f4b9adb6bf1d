import OpenCombine

struct Greetings {
    var count = 0
    var latest = "nobody"
}

@main
struct Hello {
    static func main() {
        let greetings = CurrentValueSubject<Greetings, Never>(Greetings())
        let subscription = greetings.map(\.latest).removeDuplicates().sink { print("Hello, \($0)!") }
        greetings.send(Greetings(count: 1, latest: "world"))
        subscription.cancel()
    }
}
