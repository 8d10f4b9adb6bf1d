import SwiftUIStub

import class Reactor.ObservableCore

@testable import ReactorStateSupport

/// A view file as an app writes it: `@State` and `Bindable` are those of the user interface.
struct FormView: View {
    @State var app: ObservableCore<Form>
    @State var isEditing = false

    var body: TextField {
        @Bindable var app = app
        return TextField(text: $app[Form.draft])
    }

    var title: String { isEditing ? "\(app.draft), size \(app[\.size])" : app.draft }
}

/// A part of a view that receives the ObservableCore.
struct SizeView: View {
    @Bindable var app: ObservableCore<Form>

    var body: Binding<Int> { $app[Form.size] }
}
