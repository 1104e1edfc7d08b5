"""The compile worker: `python <this folder> <module> <limits as JSON>`, jobs on standard input.

Standard input is a socket to the parent; it is moved to a private descriptor at once. Standard
output and error are the parent's capture file, so whatever the compiler prints outlives the process.
"""

import sys

from tritonsmith_worker import server

sys.exit(server.main(sys.argv[1:]))
