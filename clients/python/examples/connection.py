"""The service that the examples call: TOUCHSTONE_URL, TOUCHSTONE_KEY and, where it has its own, TOUCHSTONE_CERT."""

import os
import ssl

from touchstone_client import Touchstone


def connect() -> Touchstone:
    cert = os.environ.get("TOUCHSTONE_CERT")
    url = os.environ.get("TOUCHSTONE_URL", "https://127.0.0.1:8443")
    return Touchstone(url, os.environ["TOUCHSTONE_KEY"], verify=ssl.create_default_context(cafile=cert))
