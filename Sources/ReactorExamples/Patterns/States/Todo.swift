/// Something to be done.
package struct Todo: Identifiable, Codable, Hashable, Sendable {
    package let id: Int
    package let title: String
    package let note: String

    package init(id: Int, title: String, note: String = "") {
        self.id = id
        self.title = title
        self.note = note
    }
}
