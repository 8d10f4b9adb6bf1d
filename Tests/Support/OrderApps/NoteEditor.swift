package import Reactor
package import ReactorRecording
package import ReactorTesting

/// Notes that are saved while they are typed, under a title that others change as well.
package struct NoteEditor: OrderApp {
    struct Note: Codable, Hashable {
        var id: Int
        var text: String
        var revision: Int
        /// What the server has, and of which revision.
        var saved = ""
        var savedRevision = 0
        var savesUnderWay = 0
        var saveFailed = false
        /// What was typed last.
        var typed: String

        var isDirty: Bool { savedRevision < revision }
    }

    var bug: OrderBug?
    var notes: [Note] = []
    var deleted: [Int] = []
    var title = "untitled"
    var titleVersion = 0
    var renamesUnderWay = 0
    /// The newest title that the server has told of.
    var serverTitle = "untitled"
    var serverTitleVersion = 0

    package static let title = "editor"

    package init(bug: OrderBug?) { self.bug = bug }

    package mutating func react(to event: any Event) {
        switch event {
        case let event as NoteTyped: type(event)
        case let event as NoteSaved: save(event)
        case let event as SavingFailed:
            guard let index = notes.firstIndex(where: { $0.id == event.id }) else { return }
            notes[index].savesUnderWay -= 1
            notes[index].saveFailed = true
        case let event as NotesRead: read(event)
        case let event as NoteDeleted:
            notes.removeAll { $0.id == event.id }
            deleted.append(event.id)
        case is RenameBegan: renamesUnderWay += 1
        case is RenameEnded: renamesUnderWay -= 1
        case let event as TitleShown: title = event.title
        case let event as TitleSaved: tell(event.title, version: event.version, wins: bug == .lastTitleAnsweredCounts)
        case is Reset<NoteEditor>: self = NoteEditor(bug: bug)
        default: break
        }
    }

    private mutating func type(_ event: NoteTyped) {
        guard !deleted.contains(event.id) else { return }
        let index = notes.firstIndex { $0.id == event.id } ?? notes.endIndex
        if index == notes.endIndex { notes.append(Note(id: event.id, text: "", revision: 0, typed: "")) }
        notes[index].text = event.text
        notes[index].typed = event.text
        notes[index].revision = event.revision
        notes[index].savesUnderWay += 1
        notes[index].saveFailed = false
    }

    private mutating func save(_ event: NoteSaved) {
        guard let index = notes.firstIndex(where: { $0.id == event.id }) else { return }
        notes[index].savesUnderWay -= 1
        if bug == .savedTextComesBack { notes[index].text = event.text }
        guard
            event.revision > notes[index].savedRevision || bug == .lastSaveAnsweredCounts || bug == .savedMeansAllSaved
        else { return }
        notes[index].saved = event.text
        notes[index].savedRevision = bug == .savedMeansAllSaved ? notes[index].revision : event.revision
    }

    private mutating func read(_ event: NotesRead) {
        tell(event.title, version: event.titleVersion, wins: false)
        for read in event.notes {
            guard let index = notes.firstIndex(where: { $0.id == read.id }) else {
                if deleted.contains(read.id), bug != .deletedComesBack { continue }
                notes.append(
                    Note(
                        id: read.id, text: read.text, revision: read.revision, saved: read.text,
                        savedRevision: read.revision, typed: read.text))
                continue
            }
            guard read.revision >= notes[index].savedRevision else { continue }
            if !notes[index].isDirty || bug == .refreshOverTyping { notes[index].text = read.text }
            notes[index].saved = read.text
            notes[index].savedRevision = read.revision
        }
    }

    private mutating func tell(_ new: String, version: Int, wins: Bool) {
        if version > titleVersion || wins { (title, titleVersion) = (new, version) }
        if version > serverTitleVersion { (serverTitle, serverTitleVersion) = (new, version) }
    }

    package static let invariants: [Invariant<NoteEditor>] = [
        Invariant("what is shown is what was typed") { editor in
            editor.notes.allSatisfy { $0.savesUnderWay > 0 || $0.text == $0.typed }
        },
        Invariant("what counts as saved is saved") { editor in
            editor.notes.allSatisfy { $0.savesUnderWay > 0 || $0.isDirty || $0.saved == $0.typed }
        },
        Invariant("what is not saved is being saved, or has failed") { editor in
            editor.notes.allSatisfy { $0.savesUnderWay > 0 || !$0.isDirty || $0.saveFailed }
        },
        Invariant("what was deleted is gone") { editor in !editor.notes.contains { editor.deleted.contains($0.id) } },
        Invariant("the title is the server's") { editor in
            editor.renamesUnderWay > 0 || editor.title == editor.serverTitle
        },
    ]

    package static var catalog: EventCatalog<NoteEditor> {
        EventCatalog(events: [
            .event(NoteTyped.self, as: "note.typed"), .event(NoteSaved.self, as: "note.saved"),
            .event(SavingFailed.self, as: "saving.failed"), .event(NotesRead.self, as: "notes.read"),
            .event(NoteDeleted.self, as: "note.deleted"), .event(RenameBegan.self, as: "rename.began"),
            .event(RenameEnded.self, as: "rename.ended"), .event(TitleShown.self, as: "title.shown"),
            .event(TitleSaved.self, as: "title.saved"),
        ])
    }
}

package struct NoteTyped: Event, Codable, Hashable {
    package var id: Int
    package var text: String
    package var revision: Int
}
package struct NoteSaved: Event, Codable, Hashable {
    package var id: Int
    package var text: String
    package var revision: Int
}
package struct SavingFailed: Event, Codable, Hashable { package var id: Int }
package struct NotesRead: Event, Codable, Hashable {
    package struct Note: Codable, Hashable, Sendable {
        package var id: Int
        package var text: String
        package var revision: Int
    }
    package var notes: [Note]
    package var title: String
    package var titleVersion: Int
}
package struct NoteDeleted: Event, Codable, Hashable { package var id: Int }
package struct RenameBegan: Event, Codable, Hashable {}
package struct RenameEnded: Event, Codable, Hashable {}
package struct TitleShown: Event, Codable, Hashable { package var title: String }
package struct TitleSaved: Event, Codable, Hashable {
    package var title: String
    package var version: Int
}

/// What the server has. A save of an older revision than it has changes nothing.
private actor NoteRoom {
    private var notes: [NotesRead.Note] = []
    private var deleted: Set<Int> = []
    private var title = "untitled"
    private var titleVersion = 0

    var all: NotesRead { NotesRead(notes: notes, title: title, titleVersion: titleVersion) }

    func save(_ note: NotesRead.Note) {
        guard !deleted.contains(note.id) else { return }
        guard let index = notes.firstIndex(where: { $0.id == note.id }) else { return notes.append(note) }
        if note.revision > notes[index].revision { notes[index] = note }
    }

    func delete(_ id: Int) {
        deleted.insert(id)
        notes.removeAll { $0.id == id }
    }

    @discardableResult
    func rename(_ title: String) -> Int {
        self.title = title
        titleVersion += 1
        return titleVersion
    }
}

private struct NoteServer {
    let network: SimulatedService
    let room = NoteRoom()
}

private struct SaveNote: Command {
    let note: NotesRead.Note
    let server: NoteServer

    func execute(state: NoteEditor, core: Core<NoteEditor>) async throws {
        do {
            try await server.network.call("save \(note.id)") { [note, room = server.room] in await room.save(note) }
            core.fire(event: NoteSaved(id: note.id, text: note.text, revision: note.revision))
        } catch is SimulatedFault {
            core.fire(event: SavingFailed(id: note.id))
        }
    }
}

private struct ReadNotes: Command {
    let server: NoteServer

    func execute(state: NoteEditor, core: Core<NoteEditor>) async throws {
        let all = try await server.network.call("read") { [room = server.room] in await room.all }
        core.fire(event: all)
    }
}

private struct DeleteNote: Command {
    let id: Int
    let server: NoteServer

    func execute(state: NoteEditor, core: Core<NoteEditor>) async throws {
        try await server.network.call("delete \(id)") { [id, room = server.room] in await room.delete(id) }
        core.fire(event: NoteDeleted(id: id))
    }
}

/// Shows the title at once: as a prediction, and with two of the bugs by hand.
private struct Rename: Command {
    let title: String
    let server: NoteServer

    func execute(state: NoteEditor, core: Core<NoteEditor>) async throws {
        core.fire(event: RenameBegan())
        switch state.bug {
        case .undoOverRefresh, .lastTitleAnsweredCounts:
            core.fire(event: TitleShown(title: title))
            do {
                core.fire(events: [TitleSaved(title: title, version: try await save()), RenameEnded()])
            } catch is SimulatedFault {
                let back = state.bug == .undoOverRefresh ? state.title : await core.state.serverTitle
                core.fire(events: [TitleShown(title: back), RenameEnded()])
            }
        default:
            try? await core.optimistically(TitleShown(title: title)) { _ in
                .commit(with: [TitleSaved(title: title, version: try await save())], then: [RenameEnded()])
            } onFailure: { _ in
                [RenameEnded()]
            }
        }
    }

    private func save() async throws -> Int {
        try await server.network.call("rename") { [title, room = server.room] in await room.rename(title) }
    }
}

extension NoteEditor {
    package struct Somebody: Sendable {
        fileprivate let server: NoteServer
        fileprivate var random: SeededRandom
        fileprivate var step = 0
        fileprivate var revision = 0
        fileprivate var deleted: Set<Int> = []
    }

    package static func somebody(in sim: Simulation) -> Somebody {
        let server = NoteServer(network: sim.service("notes", faults: Faults(refused: 15, slow: 10)))
        return Somebody(server: server, random: sim.random)
    }

    package static func use(_ core: Core<NoteEditor>, by somebody: inout Somebody, in sim: Simulation) async throws {
        let server = somebody.server
        for _ in 1...somebody.random.number(in: 8...14) {
            somebody.step += 1
            let step = somebody.step
            let id = somebody.random.number(in: 1...2)
            switch somebody.random.number(in: 0...9) {
            case 0...3 where !somebody.deleted.contains(id):
                somebody.revision += 1
                let note = NotesRead.Note(id: id, text: "text \(somebody.revision)", revision: somebody.revision)
                sim.step("type \(note.text) into \(id)") {
                    core.fire(event: NoteTyped(id: id, text: note.text, revision: note.revision))
                    core.fire(command: SaveNote(note: note, server: server))
                }
            case 4, 5: sim.step("refresh") { core.fire(command: ReadNotes(server: server)) }
            case 6, 7: sim.step("rename") { core.fire(command: Rename(title: "title \(step)", server: server)) }
            case 8:
                sim.step("somebody else renames") {
                    sim.start("somebody else") { await server.room.rename("theirs \(step)") }
                }
            case 9 where somebody.deleted.insert(id).inserted:
                sim.step("delete \(id)") { core.fire(command: DeleteNote(id: id, server: server)) }
            default: break
            }
            if somebody.random.number(in: 0...9) < 8 {
                try await sim.pass(.milliseconds(somebody.random.number(in: 0...90)))
            }
        }
    }
}
