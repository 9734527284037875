"""What every test may ask for."""

import os

from hypothesis import settings

pytest_plugins = ["tests.servers.fixtures"]

# A busy machine is no bug: how long things take is measured in bench/. Under CI Hypothesis has a profile of its own,
# which also makes its choices repeatable.
if "CI" not in os.environ:
    settings.register_profile("here", deadline=None)
    settings.load_profile("here")
