// Compiled in the settings of a new Xcode project: see Plain.swift.
// swift-format-ignore-file

import Reactor

extension Dependencies {
    var one: Int { 1 }
}

struct UseOne: Command {
    func execute(state: App, core: Core<App>) async {
        print(core.dependencies.one)  // says: main actor-isolated property 'one' cannot be accessed from outside of the actor
    }
}

struct App: State { mutating func react(to event: any Event) {} }

nonisolated protocol NoteStore: Sendable {
    nonisolated func notes() async -> [String]
}

actor MemoryNoteStore: NoteStore {
    var kept: [String] = []
    nonisolated var count: Int { 0 }
    func notes() async -> [String] { kept }
}
