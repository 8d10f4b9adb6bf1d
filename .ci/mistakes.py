"""Compiles Tests/Fixtures/Mistakes and compares what the compiler says with the comments there, and with Docs/Traps.md:
mistakes.py FILE SWIFTC-ARGUMENT...

`// says: TEXT` at the end of a line is what the compiler says at that line; `…` stands for anything. Errors and warnings
at other lines are too many. With --page instead of arguments, every row of the page's table of compile-time mistakes has
to be said by a comment in FILE..., word for word, except for what is said at times only."""
import re
import subprocess
import sys

SAYS = re.compile(r"// says: (.*)$")
DIAGNOSTIC = re.compile(r"^(.*?):(\d+):\d+: (?:error|warning): (.*)$")
PAGE = "Docs/Traps.md"


def expected(file: str) -> dict:
    lines = open(file, encoding="utf-8").read().split("\n")
    return {number: match[1] for number, line in enumerate(lines, 1) if (match := SAYS.search(line))}


def is_said(text: str, messages: list) -> bool:
    pattern = ".*".join(re.escape(part.strip()) for part in text.split("…"))
    return any(re.search(pattern, message) for message in messages)


def compile(file: str, arguments: list) -> list:
    """What differs between a file's comments and what the compiler says."""
    output = subprocess.run(
        ["swiftc", "-diagnostic-style", "llvm", *arguments, file], stderr=subprocess.PIPE, text=True, check=False).stderr
    said = {}
    for line in output.split("\n"):
        if (match := DIAGNOSTIC.match(line)) and match[1].endswith(file):
            said.setdefault(int(match[2]), []).append(match[3])
    wanted = expected(file)
    faults = [f"{file}:{line}: the compiler says {said.get(line, 'nothing')}, and not: {text}"
              for line, text in wanted.items() if not is_said(text, said.get(line, []))]
    return faults + [f"{file}:{line}: nobody expects {said[line]}" for line in said if line not in wanted]


def page(files: list) -> list:
    """The rows of the page that no comment says."""
    texts = [text for file in files for text in expected(file).values()]
    table = re.search(r"^## At compile time$(.*?)^## ", open(PAGE, encoding="utf-8").read(), re.S | re.M)[1]
    rows = re.findall(r"^\| (.*?) \| (.*?) \| .* \|$", table, re.M)[1:]
    return [f"{PAGE}: no file in Tests/Fixtures/Mistakes has what is said about {typed}: {said}"
            for typed, said in rows if not said.startswith("at times: ") and not is_said(said.removeprefix("warning: "), texts)]


file, *arguments = sys.argv[1:]
faults = page(arguments) if file == "--page" else compile(file, arguments)
for fault in faults:
    print(f"error: {fault}", file=sys.stderr)
sys.exit(1 if faults else 0)
