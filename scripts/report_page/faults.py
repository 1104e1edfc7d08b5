"""Faults that are planted into a page, one at a time: the check that is named must see each of them.

A fault is what stands in the page and what stands there instead, at the first place.
"""
import re

from report_page import checks

SCRIPT, END = '<script>"use strict";\n', "</main>"
LIGHT, DARK = "--soft: #57606a", "--soft: #9da7b3"

ALL = (
    (checks.load, SCRIPT, SCRIPT + "for (const end = Date.now() + 1500; Date.now() < end;);\n"),
    (checks.quiet, SCRIPT, SCRIPT + "console.error('a word');\n"),
    (checks.quiet, SCRIPT, SCRIPT + "setTimeout(() => { throw new Error('a word'); }, 0);\n"),
    (checks.quiet, END, '<img src="https://example.invalid/a.png" alt="a">' + END),
    (checks.quiet, END, '<link rel="stylesheet" href="a.css">' + END),
    (checks.at_work, "const filter = () => {", "const filter = () => { if (search.value) fetch('https://example.invalid/');"),
    (checks.links, 'href="#trend"', 'href="#nowhere"'),
    (checks.links, 'for="by-kind"', 'for="nothing"'),
    (checks.links, ' rel="noreferrer"', ""),
    (checks.links, "scroll-padding: 7rem 0 1rem;", ""),
    (checks.links, '("hashchange", follow)', '("hashchange", tell)'),
    (checks.filters, "row.dataset[choice.dataset.by] === choice.value", "row.dataset.kind <= choice.value"),
    (checks.filters, '"reset", () => setTimeout(anew, 0)', '"reset", () => tell("")'),
    (checks.filters, "parts.every((part)", "parts.some((part)"),
    (checks.filters, "count += fits ? 1 : 0", "count += chosen ? 1 : 0"),
    (checks.filters, "most += MOST", "most += 1"),
    (checks.copies, "clipboard.writeText(text)", "clipboard.writeText(text.trim())"),
    (checks.copies, "area.value = text", "area.value = what"),
    (checks.copies, "tell(`${what} copied`)", "tell(`${what}`)"),
    (checks.themes, LIGHT, "--soft: #8a929a"),
    (checks.themes, DARK, "--soft: #5a626a"),
    (checks.themes, '@media (prefers-color-scheme: dark)', "@media print"),
    (checks.themes, 'localStorage.setItem("tritonsmith-theme", theme.value)', "theme.value"),
    (checks.keyboard, ":focus-visible { outline: 3px", ":focus-visible { outline: 0px"),
    (checks.keyboard, 'type="button" class="open"', 'type="button" tabindex="-1" class="open"'),
    (checks.keyboard, '<input id="search"', '<input tabindex="3" id="search"'),
    (checks.keyboard, 'id="findings" aria-labelledby="findings-title" tabindex="-1"', 'id="findings"'),
    (checks.spoken, '<label for="search">search</label>', ""),
    (checks.spoken, '<h2 id="trend-title">', '<h4 id="trend-title">'),
    (checks.spoken, '<th scope="col">status</th>', "<td>status</td>"),
    (checks.spoken, "<main>", '<div role="none">'),
    (checks.fits, ".detail > td > * { width: 0; min-width: 100%; }", ""),
    (checks.fits, ".wide { overflow-x: auto; }", ""),
    (checks.fits, "#filters { position: static; }", ""),
    (checks.scriptless, "@media (scripting: none)", "@media print"),
    (checks.scriptless, "<noscript>", "<noscript hidden>"),
)


def plant(html, old, new):
    """The page with a fault, without the policy that would forbid what is planted; None if it has no such place."""
    if old not in html:
        return None
    return re.sub(r'(Content-Security-Policy" content=)"[^"]*"', r'\1""', html, count=1).replace(old, new, 1)
