"""Gathers the Swift blocks of each page into one file to compile: snippets.py [--main-actor] OUT PAGE...

A page is a Markdown file, or a Swift file, whose documentation comments are read. With --main-actor the statements are the
body of a function on the main actor, as those of a view are."""
import os
import re
import sys

BLOCK = re.compile(r"^(?:<!-- swift\n(.*?)^-->|```swift\n(.*?)^```)", re.S | re.M)
DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |private |final |nonisolated )*"
    r"(?:struct|class|enum|actor|protocol|extension|func|typealias)\b")
# A comment, or an attribute on a line of its own.
ASIDE = re.compile(r"^\s*(?://|@\w+(?:\([^)]*\))?\s*$)")
AHEAD = "<!-- ahead of the code -->"
DOCUMENTATION = re.compile(r"^\s*/// ?(.*)$")


def program(page: str) -> str:
    text = open(page, encoding="utf-8").read()
    imports, parts = {"import Reactor"}, []
    if AHEAD in text:
        print(f"skipped: {page} says that it is ahead of the code")
        return ""
    if page.endswith(".swift"):
        text = documentation(text)
        imports.add("@testable import Examples")
        imports.add("import " + page.split("/")[1])
    for number, match in enumerate(BLOCK.finditer(text)):
        line = text.count("\n", 0, match.start()) + 2
        is_hidden = match.group(1) is not None
        body = []
        for code in (match.group(1) or match.group(2)).split("\n"):
            if re.match(r"^(@testable )?import ", code):
                imports.add(code)
                body.append("")
            else:
                body.append(code)
        start = len(body) if is_hidden else first_statement(body)
        for lines, offset in ((body[:start], 0), (body[start:], start)):
            if not any(code.strip() for code in lines):
                continue
            where = f'#sourceLocation(file: "{page}", line: {line + offset})'
            if offset == 0 and start > 0:
                parts.append(where + "\n" + "\n".join(lines))
            else:
                lines = lines + used(lines)
                parts.append(f"{ISOLATION}func block{number}() async throws {{\n{where}\n" + "\n".join(lines) + "\n}")
    if not parts:
        return ""
    return f"// {page}\n" + "\n".join(sorted(imports)) + "\n" + "\n".join(parts) + "\n#sourceLocation()\n"


def documentation(text: str) -> str:
    """The documentation comments of a Swift file, each at its line; every other line is empty."""
    matches = (DOCUMENTATION.match(line) for line in text.split("\n"))
    return "\n".join(match.group(1) if match else "" for match in matches)


def first_statement(body: list) -> int:
    """Where the declarations that a block begins with are over."""
    depth = 0
    for index, code in enumerate(body):
        stands_alone = depth == 0 and code.strip() and not ASIDE.match(code) and not code.startswith((" ", "}", ")"))
        if stands_alone and not DECLARATION.match(code):
            return index
        depth += code.count("{") + code.count("(") - code.count("}") - code.count(")")
    return len(body)


def used(body: list) -> list:
    """Uses what a block binds at its outermost level: an example may show a value and not go on with it."""
    return [f"_ = {match.group(1)}" for code in body if (match := re.match(r"let (\w+)\b", code))]


arguments = sys.argv[1:]
ISOLATION = "@MainActor " if arguments[0] == "--main-actor" else ""
out, *pages = arguments[1:] if ISOLATION else arguments
for page in pages:
    source = program(page)
    if source:
        name = re.sub(r"\W+", "_", os.path.splitext(page)[0])
        open(os.path.join(out, name + ".swift"), "w", encoding="utf-8").write(source)
