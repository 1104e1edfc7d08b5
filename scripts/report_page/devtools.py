"""A headless Chromium, driven over the DevTools protocol through a pipe: no port is opened, and nothing but
the standard library is needed.

Messages are JSON, each ends with a zero byte; Chromium reads them from descriptor 3 and writes to 4.
"""
import json, os, select, subprocess, tempfile, time

# Seconds for one answer: more than a busy machine takes for the slowest one.
PATIENCE = 60
OPTIONS = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--window-size=1280,900",
    # What a page asks for leads nowhere, whatever the machine can reach.
    "--host-resolver-rules=MAP * ~NOTFOUND",
]
KEYS = {
    "Tab": ("Tab", 9, ""),
    "Enter": ("Enter", 13, "\r"),
    "Space": ("Space", 32, " "),
    "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
}
SHIFT = 8


class Trouble(Exception):
    """The browser does not do what it is told."""


class Browser:
    """A Chromium of its own, with a profile that is gone afterwards."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(prefix="report-page-", ignore_cleanup_errors=True)
        reads, self.down = os.pipe()
        self.up, writes = os.pipe()
        # As root there is no sandbox for it.
        options = OPTIONS + ["--no-sandbox"] * (os.geteuid() == 0) + [f"--user-data-dir={self.profile.name}"]
        command = ["bash", "-c", f'exec "$@" 3<&{reads} 4>&{writes}', "bash", program, *options, "about:blank"]
        self.log = tempfile.TemporaryFile()
        self.child = subprocess.Popen(command, pass_fds=(reads, writes), stdout=self.log, stderr=self.log)
        os.close(reads)
        os.close(writes)
        self.events, self.answers, self.rest, self.last = [], {}, b"", 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.down)
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        os.close(self.up)
        self.profile.cleanup()

    def send(self, method, session=None, **parameters):
        """What a command gives."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.down, data):]
        self.wait(lambda: self.last in self.answers, method)
        answer = self.answers.pop(self.last)
        if "error" in answer:
            raise Trouble(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def wait(self, done, what):
        """Reads until `done`."""
        until = time.monotonic() + PATIENCE
        while not done():
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.up], [], [], left)[0]:
                raise Trouble(f"{what}: no answer in {PATIENCE} s")
            self.read(what)

    def read(self, what):
        data = os.read(self.up, 1 << 20)
        if not data:
            self.log.seek(0)
            raise Trouble(f"{what}: the browser has ended\n{self.log.read().decode(errors='replace')}")
        *messages, rest = data.split(b"\0")
        if messages:
            messages[0] = self.rest + messages[0]
            self.rest = b""
        self.rest += rest
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                self.events.append(message)


class Page:
    """A file in a tab of its own."""

    DOMAINS = ("Page", "Runtime", "Log", "Network", "Accessibility")

    def __init__(self, browser, file):
        self.browser, self.url = browser, file.resolve().as_uri()
        # What a check has to say of it.
        self.told = ""
        # Storage of one page is not to reach the next.
        self.context = browser.send("Target.createBrowserContext")["browserContextId"]
        target = browser.send("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        attached = browser.send("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        browser.events.clear()
        for domain in self.DOMAINS:
            self.send(f"{domain}.enable")
        # A page in the background has no focus, and its clipboard is closed.
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        # What scrolls smoothly is on its way for a while.
        self.media()
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        browser.send("Browser.grantPermissions", permissions=permissions, browserContextId=self.context)
        self.load()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.send("Target.disposeBrowserContext", browserContextId=self.context)

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def load(self, fragment=""):
        """Opens the file; with a fragment, at that place, as a link from elsewhere would."""
        # To go to another place of the same page would load nothing.
        for url in ("about:blank", self.url + fragment):
            before = len(self.named("Page.loadEventFired"))
            failed = self.send("Page.navigate", url=url).get("errorText")
            if failed:
                raise Trouble(f"{url}: {failed}")
            self.browser.wait(lambda: len(self.named("Page.loadEventFired")) > before, "loading")

    def named(self, *methods):
        """The parameters of the page's events of these names."""
        events = self.browser.events
        return [e["params"] for e in events if e["method"] in methods and e.get("sessionId") == self.session]

    def run(self, script, *arguments):
        """What the body of an asynchronous function returns; `given` is the arguments."""
        expression = f"(async (...given) => {{ {script} }})(...{json.dumps(arguments)})"
        options = {"awaitPromise": True, "returnByValue": True, "userGesture": True}
        result = self.send("Runtime.evaluate", expression=expression, **options)
        if "exceptionDetails" in result:
            raise Trouble(f"{script}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def media(self, scheme=""):
        """What the system prefers."""
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.send("Emulation.setEmulatedMedia", features=features)

    def press(self, key, shift=False):
        code, number, text = KEYS[key]
        common = {"key": text if key == "Space" else key, "code": code, "windowsVirtualKeyCode": number}
        common["modifiers"] = SHIFT * shift
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self.send("Input.dispatchKeyEvent", **down, **common)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.send("Input.insertText", text=text)
