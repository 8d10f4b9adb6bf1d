import Reactor
import SwiftUIStub
import Testing

@testable import ReactorStateSupport

@MainActor
@Suite("A view file")
struct FormViewTests {
    let app = ObservableCore(Core(state: Form(draft: "old"), runtime: .testing(executor: .main)))

    @Test("Its @State contains an ObservableCore, and a control edits the state through a binding of it")
    func binding() {
        let view = FormView(app: app, isEditing: true)
        #expect(view.title == "old, size 12")
        #expect(view.body.text.wrappedValue == "old")
        view.body.text.wrappedValue = "new"
        #expect(view.body.text.wrappedValue == "NEW")
        #expect(view.title == "NEW, size 12")
    }

    @Test("A control shows the state's version of the value that it set")
    func clamped() {
        let view = SizeView(app: app)
        view.body.wrappedValue = 1_000
        #expect(view.body.wrappedValue == 72)
        view.body.wrappedValue = -1
        #expect(view.body.wrappedValue == 72)
    }

    @Test("Only declared members can be bound: other members have no writable key path")
    func undeclared() {
        let declared: AnyKeyPath = \ObservableCore<Form>.[Form.draft]
        let member: AnyKeyPath = \ObservableCore<Form>.draft
        let path: AnyKeyPath = \ObservableCore<Form>.[\.draft]
        #expect(declared is ReferenceWritableKeyPath<ObservableCore<Form>, String>)
        #expect(!(member is ReferenceWritableKeyPath<ObservableCore<Form>, String>))
        #expect(!(path is ReferenceWritableKeyPath<ObservableCore<Form>, String>))
    }
}
