"""Runs dashboard on a terminal of its own, presses keys, and looks at what it leaves behind."""
import fcntl, os, pty, re, select, signal, struct, sys, termios

program = sys.argv[1]
ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?25h\x1b[?1049l"


def echoes(pid, terminal):
    assert termios.tcgetattr(terminal)[3] & termios.ECHO, "what is typed does not show any more"


def run(arguments, script, size=(24, 80)):
    """Starts the program; `script` is pairs of a pattern to wait for and what is done then."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(program, [program, *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    seen, position = b"", 0
    steps = [*script, (re.escape(LEAVE), echoes)]
    while True:
        ready, _, _ = select.select([terminal], [], [], 20)
        assert ready, f"nothing for 20 seconds while waiting for {steps[:1]}"
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
        while steps and (match := re.search(steps[0][0], seen[position:])):
            position += match.end()
            action = steps.pop(0)[1]
            if isinstance(action, bytes):
                os.write(terminal, action)
            else:
                action(pid, terminal)
    _, status = os.waitpid(pid, 0)
    assert not steps, f"never saw {steps[0][0]}"
    assert seen.count(ENTER) == 1 and seen.endswith(LEAVE), "the terminal was left in another screen"
    return os.waitstatus_to_exitcode(status), seen


def interrupt(pid, terminal):
    os.write(terminal, b"\x03")


def terminate(pid, terminal):
    os.kill(pid, signal.SIGTERM)


def narrow(pid, terminal):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 40, 0, 0))


code, seen = run(["--frames", "5"], [])
assert code == 0 and b"AAAA" in seen, code
code, seen = run([], [(rb"by symbol", b"s"), (rb"by price", b" "), (rb"PAUSED", b"r"), (rb"[1-9][0-9,]* events/s", b"q")])
assert code == 0, code
code, seen = run([], [(rb"AAAA", narrow), (rb"\x1b\[12;1H\x1b\[K[^\x1b]*events/s", interrupt)])
assert code == 130, code
for line in re.findall(rb"\x1b\[\d+;1H\x1b\[K([^\x1b]*)", seen.split(b"\x1b[12;1H")[-1]):
    assert len(line) <= 40, line
code, seen = run([], [(rb"AAAA", terminate)])
assert code == 143, code
