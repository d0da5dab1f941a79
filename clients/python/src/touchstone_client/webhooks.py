"""Deliveries of webhooks, signed as Standard Webhooks says."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from .errors import WebhookRefused

TOLERANCE = 300
"""Seconds that a delivery may be old, or from the future."""


class WebhookEvent(BaseModel):
    """What a webhook is told of. `data` is as docs/webhooks.md says for the type."""

    model_config = ConfigDict(extra="allow")

    id: str
    type: str
    timestamp: datetime | None = None
    data: dict[str, Any]


def verify_webhook(
    secret: str | Sequence[str], headers: Mapping[str, str], body: bytes | str, now: float | None = None
) -> WebhookEvent:
    """The event of a delivery, once its signature holds. Raises WebhookRefused for any other.

    `secret` is as it was shown, with `whsec_`; two while one takes the place of the other. `body` is as it came.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identity, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    seconds = time.time() if now is None else now
    if not timestamp.isdecimal() or abs(seconds - int(timestamp)) > TOLERANCE:
        raise WebhookRefused("The timestamp is missing or too old.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{identity}.{timestamp}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [
        base64.b64encode(hmac.new(_key(one), signed, hashlib.sha256).digest()).decode() for one in secrets
    ]
    for signature in given.get("webhook-signature", "").split(" "):
        version, _, text = signature.partition(",")
        if version == "v1" and any(hmac.compare_digest(text.encode(), one.encode()) for one in expected):
            return WebhookEvent.model_validate_json(content)
    raise WebhookRefused("The signature is not of this secret.")


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise ValueError("The secret is no base64.") from error
