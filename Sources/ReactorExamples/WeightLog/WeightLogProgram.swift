@main
struct WeightLogProgram {
    static func main() {}
}
