import Reactor
import Testing

@testable import ExamplePatterns

@Suite("The app's strings")
struct StringsTests {
    @Test("Every key of the library and of the app is in every language, with the same places for arguments")
    func complete() {
        for (key, english) in Strings.english {
            let german = Strings.german[key]
            #expect(german != nil, "\(key)")
            for place in ["{1}", "{2}"] { #expect(german?.contains(place) == english.contains(place), "\(key)") }
        }
        #expect(Set(Strings.german.keys).subtracting(Strings.english.keys) == [])
        for key in UserMessage.english.keys { #expect(Strings.english[key] != nil) }
    }

    @Test("A message contains its arguments and the fix; one without a translation is shown in general words")
    func sentences() {
        let strings = Strings(.english)
        #expect(
            strings.text(TodoError.titleTaken("Milk").explanation)
                == "There is a todo \"Milk\" already. Please choose another title.")
        #expect(strings.text(UserMessage("no.such.key")) == "Something went wrong.")
        #expect(Strings(.german).text("list.count", [.count(1)]) == "1 Aufgabe")
        #expect(strings.text("list.count", [.count(0)]) == "0 todos")
        #expect(strings.text("link.unknown", [.text("x {1}{2}"), .count(7)]) == "The link x {1}{2} leads nowhere.")
    }
}
