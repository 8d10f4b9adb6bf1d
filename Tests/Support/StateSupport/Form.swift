import ReactorState

enum FormError: Error, Equatable {
    case sizeMustBePositive
    case endsBeforeItStarts
}

struct Form: AssignableState, Equatable {
    var draft = ""
    var size = 12
    var start = 0
    var end = 10
    var note: String?
    var secret = 0

    static let draft = Assignable("form.draft", \Form.draft) { String($0.prefix(5)).uppercased() }
    static let size = Assignable("form.size", \Form.size) { size in
        guard size > 0 else { throw FormError.sizeMustBePositive }
        return min(size, 72)
    }
    static let end = Assignable("form.end", \Form.end) { end, form in
        guard end >= form.start else { throw FormError.endsBeforeItStarts }
        return end
    }
    static let note = Assignable("form.note", \Form.note)
    static let assignables = Assignables(draft, size, end, note)

    mutating func react(to event: any Event) {
        if assign(event) { return }
        if event is Reset<Form> { self = Form() }
    }
}
