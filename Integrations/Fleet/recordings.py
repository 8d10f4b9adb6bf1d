"""Makes recordings with the example programs, as a fleet would send them."""

import random
import signal
import subprocess
import time


def make(programs, folder, thorough):
    """Sessions of two apps under `folder`: whole, killed, torn and damaged ones. Returns how many of each app."""
    seed = random.Random(7)
    for app in ("weightlog", "patterns"):
        (folder / app).mkdir(parents=True)
    counts = {"weightlog": 24 if thorough else 4, "patterns": 240 if thorough else 26}

    for begin in range(0, counts["weightlog"], 12):
        stories = [
            subprocess.Popen(
                [programs / "weightlog", "demo", "--seed", str(n + 1), "--failures", "40%", "--record",
                 folder / "weightlog" / f"{n:04}"], stdout=subprocess.DEVNULL)
            for n in range(begin, min(begin + 12, counts["weightlog"]))]
        if begin == 0:
            kill_at_work(stories[0], folder / "weightlog" / "0000")
        for story in stories[1 if begin == 0 else 0:]:
            assert story.wait() == 0
    for n in range(counts["patterns"]):
        play(programs, folder / "patterns" / f"{n:04}", seed)

    torn = folder / "patterns" / "0001" / "segment-000001.jsonl"
    torn.write_bytes(torn.read_bytes()[:-9])
    flip(folder / "weightlog" / "0002" / "segment-000001.jsonl", seed)
    flip(folder / "patterns" / "0003" / "segment-000001.jsonl", seed)
    return counts


def kill_at_work(process, folder):
    """A kill in the middle of a session: once a few entries stand in the journal."""
    segment = folder / "segment-000001.jsonl"
    while process.poll() is None:
        if segment.exists() and segment.read_bytes().count(b"\n") > 8:
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.05)
    process.wait()


def flip(path, seed):
    """One bit of one payload in the second half of a file."""
    data = bytearray(path.read_bytes())
    place = data.index(b'"payload":', len(data) // 2) + 11
    data[place + seed.randrange(3)] ^= 1
    path.write_bytes(data)


def play(programs, folder, seed):
    steps = ["refresh", "open 2", "back", "new", "title Buy bread", "save", "offline", "refresh", "online", "retry",
             "new", "title Buy milk", "save", "dismiss", "environment staging", "link patterns://nowhere"]
    script = "\n".join(seed.choices(steps, k=seed.randrange(5, 30)))
    subprocess.run([programs / "patterns", "run", "-", "--record", folder], input=script.encode(), check=True,
                   stdout=subprocess.DEVNULL)
