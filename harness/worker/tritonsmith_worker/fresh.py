"""A process of a scenario that was not forked: imports Triton and runs its steps."""

import json

from . import alias, torchless


def main(text, write):
    body = json.loads(text)
    alias.install(body["module"])
    from . import backend, driver, scenario

    backend.install()
    segment = body["segment"]
    if segment["target"].startswith("hip"):
        torchless.install()
    target = backend.parse_target(segment["target"])
    scenario.report(segment, write, driver.activate, target)
