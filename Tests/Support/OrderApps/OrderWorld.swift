package import Reactor
package import ReactorRecording
package import ReactorTesting

/// An app with what is under way as a part of its state, so that an exploration lets answers come in every order.
package struct OrderWorld<App: OrderApp>: State, Hashable {
    package var app: App
    /// What each answer that is awaited does, and what it does instead where the server refuses.
    var underWay: [Answer] = []

    package init(bug: OrderBug?) { app = App(bug: bug) }

    package mutating func react(to event: any Event) {
        switch event {
        case let event as Asked:
            if event.cancelsOthers { underWay = [] }
            underWay += event.answers
            for event in event.events { app.react(to: event.event) }
        case let event as Landed:
            guard underWay.indices.contains(event.answer) else { return }
            let answer = underWay.remove(at: event.answer)
            for event in (event.isRefused ? answer.refused : answer.given) ?? [] { app.react(to: event.event) }
        default: app.react(to: event)
        }
    }

    package static var invariants: [Invariant<OrderWorld>] {
        App.invariants.map { invariant in Invariant(invariant.name) { invariant.holds($0.app) } }
    }

    /// Any answer lands, or is refused.
    package var landings: [ExplorationStep] {
        underWay.indices.flatMap { index in
            let landed = ExplorationStep.fired(Landed(answer: index, isRefused: false))
            let refused = ExplorationStep.fired(Landed(answer: index, isRefused: true))
            return underWay[index].refused == nil ? [landed] : [landed, refused]
        }
    }
}

/// An event that is compared with others.
struct AppEvent: Hashable, Sendable {
    let event: any Event & Hashable

    init(_ event: any Event & Hashable) { self.event = event }

    static func == (left: Self, right: Self) -> Bool { AnyHashable(left.event) == AnyHashable(right.event) }
    func hash(into hasher: inout Hasher) { event.hash(into: &hasher) }
}

struct Answer: Hashable, Sendable {
    let given: [AppEvent]?
    /// Nil where the server never refuses.
    let refused: [AppEvent]?

    init(_ given: (any Event & Hashable)..., or refused: [any Event & Hashable]? = nil) {
        self.given = given.map(AppEvent.init)
        self.refused = refused?.map(AppEvent.init)
    }
}

/// Somebody does something, and commands ask.
struct Asked: Event, Hashable {
    var events: [AppEvent]
    var answers: [Answer]
    var cancelsOthers = false

    static func step(
        _ events: (any Event & Hashable)..., asking answers: [Answer] = [], cancelsOthers: Bool = false
    ) -> ExplorationStep {
        .fired(Asked(events: events.map(AppEvent.init), answers: answers, cancelsOthers: cancelsOthers))
    }
}

struct Landed: Event, Hashable {
    var answer: Int
    var isRefused: Bool
}

/// A reset that is compared with others.
struct StartedOver: Event, Hashable {}

extension SearchBox {
    /// What somebody may do, and what it asks.
    @ExplorationBuilder package static func steps(_ world: OrderWorld<SearchBox>) -> [ExplorationStep] {
        let box = world.app
        if world.underWay.count < 3 {
            for text in ["a", "b"] {
                Asked.step(
                    Typed(text: text),
                    asking: [Answer(Found(text: text, hits: page(1, of: text)), or: [SearchFailed(text: text)])])
            }
            Asked.step(Typed(text: ""))
            if box.pages > 0 && box.pages < 3 {
                for number in box.pages + 1...3 {
                    Asked.step(
                        PageAsked(text: box.text),
                        asking: [
                            Answer(
                                PageFound(text: box.text, page: number, hits: page(number, of: box.text)),
                                or: [PageFailed(text: box.text)])
                        ])
                }
            }
            if box.opened.count < 2 {
                // Each hit once, as long as it is kept.
                let hit = ["hit 0", "hit 1"].first { !box.opened.contains($0) && !box.recent.contains($0) } ?? "hit 2"
                Asked.step(
                    HitOpened(hit: hit),
                    asking: [Answer(HitStored(hit: hit, all: box.recent + [hit]), or: [StoringFailed(hit: hit)])])
            }
        }
        for landing in world.landings { landing }
    }
}

extension NoteEditor {
    /// What somebody may do, and what it asks.
    @ExplorationBuilder package static func steps(_ world: OrderWorld<NoteEditor>) -> [ExplorationStep] {
        let editor = world.app
        let note = editor.notes.first
        if world.underWay.count < 3 {
            let revision = (note?.revision ?? 0) + 1
            if revision < 4 && editor.deleted.isEmpty {
                Asked.step(
                    NoteTyped(id: 1, text: "text \(revision)", revision: revision),
                    asking: [
                        Answer(
                            NoteSaved(id: 1, text: "text \(revision)", revision: revision), or: [SavingFailed(id: 1)])
                    ])
            }
            let saved = note.map { [NotesRead.Note(id: 1, text: $0.saved, revision: $0.savedRevision)] } ?? []
            let version = editor.serverTitleVersion + 1
            Asked.step(asking: [Answer(NotesRead(notes: saved, title: "theirs \(version)", titleVersion: version))])
            if note != nil { Asked.step(asking: [Answer(NoteDeleted(id: 1))]) }
            if editor.renamesUnderWay < 2 { rename(editor, version: version) }
        }
        for landing in world.landings { landing }
    }

    private static func rename(_ editor: NoteEditor, version: Int) -> ExplorationStep {
        // The server counts every title, so two that are under way have versions of their own.
        let saved = TitleSaved(title: "mine \(version)", version: version + editor.renamesUnderWay)
        switch editor.bug {
        case .undoOverRefresh, .lastTitleAnsweredCounts:
            return Asked.step(
                RenameBegan(), TitleShown(title: saved.title),
                asking: [Answer(saved, RenameEnded(), or: [TitleShown(title: editor.title), RenameEnded()])])
        default:
            let began = Asked(events: [AppEvent(RenameBegan()), AppEvent(TitleShown(title: saved.title))], answers: [])
            return .predicted(began, answer: [Asked(events: [AppEvent(saved)], answers: [])])
        }
    }
}

extension Booking {
    /// What somebody may do, and what it asks.
    @ExplorationBuilder package static func steps(_ world: OrderWorld<Booking>) -> [ExplorationStep] {
        let booking = world.app
        let user = booking.user
        if world.underWay.count < 3 {
            if user < 2 {
                Asked.step(
                    StartedOver(), SignedIn(user: user + 1),
                    asking: [
                        Answer(CartRead(user: user + 1, items: [1, 2]), or: [CartFailed(user: user + 1)])
                    ], cancelsOthers: booking.bug != .loadOutlivesUser)
            }
            if user > 0 && booking.removed.isEmpty {
                Asked.step(asking: [Answer(CartRead(user: user, items: [1, 2]))])
                ExplorationStep.predicted(RemovalShown(id: 1), answer: [Removed(id: 1)])
            }
            if booking.asked < 2 {
                Asked.step(
                    TicketAsked(), asking: [Answer(TicketAdded(count: booking.tickets + 1), or: [AddingFailed()])])
            }
            if booking.lastHold < 2 {
                let number = booking.lastHold + 1
                Asked.step(SeatHeld(number: number), asking: [Answer(HoldRanOut(number: number))])
            }
            if booking.price == 0 {
                Asked.step(
                    Priced(price: 1_000),
                    asking: [
                        Answer(ShippingRead(price: 1_000, shipping: 590)),
                        Answer(DiscountRead(price: 1_000, percent: 10)),
                    ])
            }
            let ordered = Answer(Ordered(number: 1))
            if booking.orders.isEmpty && (booking.bug == .orderedTwice || !world.underWay.contains(ordered)) {
                Asked.step(asking: [ordered])
            }
        }
        for landing in world.landings { landing }
    }
}
