"""A process of a scenario that was not forked: imports Triton and walks what it is sent."""

from . import alias, torchless


def main(module, target, socket_number):
    alias.install(module)
    from . import backend, driver, process

    backend.install()
    if target.startswith("hip"):
        torchless.install()
    process.serve(int(socket_number), backend.parse_target(target), driver.activate)
