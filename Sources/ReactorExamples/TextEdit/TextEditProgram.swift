@main
struct TextEditProgram {
    static func main() {}
}
