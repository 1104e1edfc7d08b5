"""What must hold of a page of findings in a browser: each check takes a page that was just opened and gives what
is wrong with it, in words, nothing if all is well. What is expected is read from what the page shows, not from
what its script goes by.
"""
import pathlib

# Milliseconds until a page is loaded.
LONGEST = 1000
OPENED = 5
# WCAG 2.2, 1.4.3 and 1.4.11: of text, and of lines that mean something.
CONTRAST = 4.5
CONTRAST_OF_LINES = 3
# WCAG 2.2, 1.4.10: pixels at which nothing scrolls in two directions.
NARROW = 320

LIBRARY = (pathlib.Path(__file__).parent / "page.js").read_text()
CONTROLS = ("button", "link", "combobox", "searchbox", "textbox", "checkbox", "DisclosureTriangle")
NAMED = CONTROLS + ("region", "table", "image", "img", "option", "columnheader", "rowheader", "navigation")
LANDMARKS = ("banner", "navigation", "main", "search")


def asked(page, script, *arguments):
    """What a script of the page's helpers (`page.js`) returns."""
    return page.run(LIBRARY + script, *arguments)


def load(page):
    """It is there in time, of several times the fastest: the others tell how busy the machine is."""
    times = []
    for _ in range(OPENED):
        page.load()
        times.append(page.run("return performance.getEntriesByType('navigation')[0].loadEventEnd"))
    page.told = f"loaded after {', '.join(f'{time:.0f}' for time in sorted(times))} ms"
    return [f"{page.told}: {LONGEST} at most"] if min(times) > LONGEST else []


def quiet(page):
    """Nothing is asked for but the file itself, no error is logged."""
    wrong = [f"asks for {e['request']['url'][:99]}" for e in page.named("Network.requestWillBeSent")
             if not e["request"]["url"].startswith((page.url, "data:"))]
    wrong += [f"logs {e['entry']['text']}" for e in page.named("Log.entryAdded") if e["entry"]["level"] == "error"]
    wrong += [f"logs {e['args'][0].get('value')}" for e in page.named("Runtime.consoleAPICalled")
              if e["type"] in ("error", "assert")]
    wrong += [f"throws {e['exceptionDetails']['text']}" for e in page.named("Runtime.exceptionThrown")]
    opened = len(page.named("Page.frameRequestedNavigation", "Page.windowOpen"))
    return wrong + (["goes somewhere else by itself"] if opened else [])


def at_work(page):
    """The same while it is used."""
    asked(page, "await openSome(); type('mismatch'); await still(); byId('filters').reset(); await still();")
    return quiet(page)


def links(page):
    """Each link within the page brings what it names into view; each one out of it is safe to follow."""
    wrong = asked(page, "await openSome(); return deadNames()")
    for link in asked(page, "return linksWithin()"):
        found = asked(page, "return await follows(given[0])", link)
        wrong += [f"{link} {found}"] if found else []
    wrong += asked(page, "return linksOut()")
    # One that stands far below, as somebody else would open it; filters do not keep it away.
    last = asked(page, "return rows().at(-1).id")
    page.load(f"#{last}")
    wrong += asked(page, "return isOpenInView(given[0])", last)
    page.load()
    asked(page, "type('nothing at all'); await still(); location.hash = given[0]; await still();", last)
    return wrong + asked(page, "return isOpenInView(given[0])", last)


def filters(page):
    """Each choice shows what it says, with its count, and can be undone; so do two of them, and words."""
    wrong = []
    for name, values in asked(page, "return choices()"):
        if not values:
            wrong.append(f"{name} offers nothing")
        for value in values:
            wrong += asked(page, "return await chosen([given])", name, value)
        wrong += asked(page, "return await chosen([[given[0], '']])", name)
    pairs = asked(page, "return choices()")
    both = [[name, values[-1]] for name, values in pairs[:2]]
    wrong += asked(page, "return await chosen(given[0])", both)
    wrong += asked(page, "return await resets()")
    wrong += asked(page, "return await searches()")
    return wrong + asked(page, "return await showsMore()")


def copies(page):
    """Each button puts the text that it names on the clipboard and says so; without one, the old way."""
    wrong = []
    for old in (False, True):
        if old:
            page.load()
            asked(page, "withoutClipboard()")
        asked(page, "await openSome();")
        for at in range(asked(page, "return copiers().length")):
            due, name = asked(page, "await clear(); const one = copiers()[given[0]]; one.focus();"
                                    "return [textOf(one), one.ariaLabel]", at)
            page.press("Enter")
            got, told = asked(page, "await still(); return [await pasted(), byId('told').textContent]")
            # A clipboard has the lines' ends of its system.
            if not due or got.replace("\r\n", "\n") != due:
                wrong.append(f"{name} copies {got[:50]!r} and not {due[:50]!r}")
            if told != f"{name.removeprefix('Copy ')} copied":
                wrong.append(f"{name} says {told!r}")
    return wrong


def themes(page):
    """Light and dark, of the system or chosen: what is chosen wins and is kept, and all text can be read."""
    wrong = []
    for system in ("light", "dark"):
        page.media(system)
        for choice in ("", "light", "dark"):
            asked(page, "choose('theme', given[0])", choice)
            page.load()
            due = choice or system
            found, weak = asked(page, "await openSome(); openAll(); return [darkOrLight(), weakest(given[0], given[1])]",
                                CONTRAST, CONTRAST_OF_LINES)
            if found != due:
                wrong.append(f"{system} system, choice {choice!r}: it is {found}")
            wrong += [f"{due}: {one}" for one in weak]
    return wrong


def keyboard(page):
    """Tab goes to all that can be operated, in the order of the page and to be seen, and back; keys operate it."""
    wrong = asked(page, "return await few()")
    page.press("Tab")
    page.press("Enter")
    if asked(page, "await still(); return document.activeElement.id") != "findings":
        wrong.append("the first link does not skip to the findings")
    asked(page, "rows().find(seen).querySelector('.open').focus()")
    for key, due in (("Enter", "true"), ("Space", "false"), ("Enter", "true")):
        page.press(key)
        if asked(page, "return document.activeElement.getAttribute('aria-expanded')") != due:
            wrong.append(f"{key} on a finding does not make it {due}")
    if not asked(page, "const at = document.activeElement; return !!byId(at.getAttribute('aria-controls'))"):
        wrong.append("a finding does not say what it has opened")
    wrong += operated(page)
    for shift in (False, True):
        wrong += tabbed(page, shift)
    return wrong


def operated(page):
    """Keys on what is not a finding."""
    wrong = []
    for what in ("equal", "summary"):
        before = asked(page, "const one = first(given[0]); one.focus(); return stateOf(one)", what)
        page.press("Space")
        if asked(page, "await still(); return stateOf(document.activeElement)") == before:
            wrong.append(f"a key on {what} does nothing")
    for name in ("theme", "by-status"):
        asked(page, "byId(given[0]).value = ''; byId(given[0]).focus()", name)
        page.press("ArrowDown")
        if not asked(page, "return byId(given[0]).value", name):
            wrong.append(f"arrows do not change {name}")
    asked(page, "byId('search').focus()")
    page.type("nothing at all")
    page.press("Tab")
    page.press("Space")
    if asked(page, "await still(); return byId('search').value || rows().filter(seen).length < 9"):
        wrong.append("'show all' is not behind the search or does not undo it")
    return wrong + asked(page, "return await few()")


def tabbed(page, back):
    """What Tab does not reach, in order, or leaves without a mark."""
    due = asked(page, "await openSome(); return number(given[0])", back)
    wrong, reached = [], []
    for _ in due:
        page.press("Tab", shift=back)
        at, trouble = asked(page, "return focused()")
        reached.append(at)
        wrong += [f"{'back' if back else 'on'} with Tab: {trouble}"] if trouble else []
    if reached != due:
        at = next(at for at, (one, other) in enumerate(zip(reached, due)) if one != other)
        name = asked(page, "return numbered(given[0])", due[at])
        wrong.append(f"Tab number {at + 1} does not go to {name}")
    return wrong


def spoken(page):
    """What a screen reader is given: names, headings in order, headers of tables, landmarks."""
    asked(page, "await few(); await openSome(); openAll();")
    nodes = [node for node in page.send("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    role = lambda node: node["role"]["value"]
    name = lambda node: node.get("name", {}).get("value", "").strip()
    counts = {kind: sum(role(node) == kind for node in nodes) for kind in LANDMARKS}
    wrong = [f"{kind}: {count} of them" for kind, count in counts.items() if count != 1]
    for kind in NAMED:
        nameless = sum(role(node) == kind and not name(node) for node in nodes)
        wrong += [f"{kind}: {nameless} without a name"] if nameless else []
    levels = [next(p["value"]["value"] for p in node["properties"] if p["name"] == "level")
              for node in nodes if role(node) == "heading"]
    if levels.count(1) != 1 or any(after > before + 1 for before, after in zip([0, *levels], levels)):
        wrong.append(f"headings of levels {levels}")
    if not name(nodes[0]) or not asked(page, "return document.documentElement.lang"):
        wrong.append("no title, or no language")
    tables = sum(role(node) == "table" for node in nodes)
    due = asked(page, "return all('table').filter(seen).length")
    if tables != due:
        wrong.append(f"{tables} of {due} tables are told")
    return wrong + asked(page, "return headless()")


def fits(page):
    """Both sides of a comparison are in view; on a small screen, or magnified, the page scrolls in one direction
    only and its bar leaves room."""
    wrong = asked(page, "await openSome(); return cutOff()")
    metrics = {"width": NARROW, "height": 640, "deviceScaleFactor": 1, "mobile": False}
    page.send("Emulation.setDeviceMetricsOverride", **metrics)
    return wrong + asked(page, "await openSome(); openAll(); await still(); return await crowded()")


def scriptless(page):
    """Without its script all findings are there, and it says what is not."""
    page.send("Emulation.setScriptExecutionDisabled", value=True)
    page.load()
    return asked(page, "return [...(rows().every(seen) ? [] : ['findings are hidden']),"
                       "...(all('noscript').every(seen) ? [] : ['nothing tells that texts need a script'])]")


ALL = (load, quiet, at_work, links, filters, copies, themes, keyboard, spoken, fits, scriptless)
