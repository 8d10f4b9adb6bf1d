extension Errors {
    // MARK: Past

    static func past(_ error: PastError) -> String {
        switch error.problem {
        case .unknown(let number):
            "There is no #\(number). Name the number of something that was done."
        case .nothingLeft(let number):
            "Nothing of what #\(number) changed is left to put back: it was put back or changed again since. Name the one "
                + "that changed it last."
        case .undone(let number):
            "#\(number) was undone, so nothing of it is left to put back. Redo it, where nothing else was done since."
        case .noNumber(let text):
            "'\(text)' is not the number of something that was done. Say 'restore N', with the number of what is to be put back."
        case .noMoment(let text):
            "'\(text)' is no moment. Say the number of something that was done, a day as 2026-01-02, today, yesterday or "
                + "monday, a time as 14:30, or both as '2026-01-02 14:30'."
        case .unexpected(let text, let verb):
            "'\(text)' is one word too many for '\(verb)'. Leave it out."
        }
    }
}
