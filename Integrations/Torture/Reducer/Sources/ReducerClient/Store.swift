import Foundation

/// Runs the feature's effects on the network of the test, and speaks its protocol.
struct Store {
    private let feature: Feature
    private var state = Feature.State()
    private var reply = Reply()
    /// The effects that wait for a response.
    private var changes: [String: (change: Feature.Change, undo: Feature.Undo, id: String?)] = [:]
    private var read: String?
    private var reads = 0
    /// The known versions: that of each row, and that of the last complete list. An older push is dropped.
    private var told: [String: Int] = [:]
    private var floor = -1

    init(_ recipe: Feature.Recipe) { feature = Feature(recipe: recipe) }

    mutating func take(_ message: Message) -> Reply {
        reply = Reply()
        if let start = message.start {
            forget()
            reads = 0
            state.rows = Dictionary(uniqueKeysWithValues: start.rows.map { ($0.id, $0) })
            (state.isLoaded, floor) = (true, 0)
        } else if let act = message.act {
            send(.changed(Feature.Change(request: act.request, op: act.op, isPlain: act.plain ?? false)))
        } else if let answer = message.answer {
            hear(answer)
        } else if let push = message.push {
            let isNews = push.version > floor && push.version >= told[push.id] ?? 0
            told[push.id] = max(push.version, told[push.id] ?? 0)
            if isNews || feature.recipe == .quiet { send(.pushed(push)) }
        } else if message.refresh != nil {
            send(.refreshed)
        } else if message.reset != nil || message.restart != nil {
            forget()
            state.isReading = true
            run(.read)
        }
        reply.show = state.shown
        return reply
    }

    private mutating func hear(_ answer: Message.Answer) {
        if let rows = answer.rows {
            guard answer.request == read else { return }
            read = nil
            floor = max(floor, answer.version ?? 0)
            send(.rowsResponse(rows))
        } else if let effect = changes.removeValue(forKey: answer.request) {
            let result: Result<Known, Feature.Failure>
            if answer.ok == true {
                let known = Known(id: effect.change.op.id, row: answer.row, version: answer.version ?? 0)
                told[known.id] = max(known.version, told[known.id] ?? 0)
                result = .success(known)
            } else {
                result = .failure(answer.refused == true ? .refused : .lost)
            }
            send(.changeResponse(effect.change, result, effect.undo))
        }
    }

    private mutating func send(_ action: Feature.Action) {
        for effect in feature.reduce(&state, action) { run(effect) }
    }

    private mutating func run(_ effect: Feature.SideEffect) {
        switch effect {
        case .change(let change, let undo, let id):
            // A canceled task sends no action; its request stays in flight.
            if let id { changes = changes.filter { $0.value.id != id } }
            changes[change.request] = (change, undo, id)
            reply.send.append(Reply.Request(request: change.request, op: change.op))
        case .read:
            run(.cancelRead)
            reads += 1
            read = "f\(reads)"
            reply.send.append(Reply.Request(request: "f\(reads)", fetch: true))
        case .cancelRead:
            if let read { reply.cancel.append(read) }
            read = nil
        }
    }

    private mutating func forget() {
        (state, changes, read, told, floor) = (Feature.State(), [:], nil, [:], -1)
    }
}

@main
struct ReducerClient {
    static func main() throws {
        let name = CommandLine.arguments.dropFirst().first ?? "favoriting"
        guard let recipe = Feature.Recipe(rawValue: name) else {
            FileHandle.standardError.write(Data("there is no recipe \(name)\n".utf8))
            exit(2)
        }
        var store = Store(recipe)
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        while let line = readLine() {
            let reply = store.take(try decoder.decode(Message.self, from: Data(line.utf8)))
            FileHandle.standardOutput.write(try encoder.encode(reply) + Data("\n".utf8))
        }
    }
}
