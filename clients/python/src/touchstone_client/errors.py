"""What goes wrong, as exceptions."""

from __future__ import annotations

import email.utils
import time
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class FieldProblem:
    """One field of a request that is wrong; the field is empty where the service named none."""

    field: str
    message: str


class TouchstoneError(Exception):
    """The service refused a request, or could not do it. `code` is for programs; docs/errors.md lists all."""

    def __init__(self, response: httpx.Response) -> None:
        body = _json(response)
        self.status = response.status_code
        self.code = response.headers.get("x-error-code", "")
        self.request_id = response.headers.get("x-request-id", "")
        self.retry_after = seconds_in(response.headers.get("retry-after"))
        self.fields = [
            FieldProblem("", one) if isinstance(one, str) else FieldProblem(one.get("field", ""), one.get("message", ""))
            for one in body.get("errors") or []
        ]
        sentence = body.get("detail") or body.get("message") or f"The service answered {self.status}."
        said = [one.message for one in self.fields if one.message not in str(sentence)]
        super().__init__(" ".join([str(sentence), *said]))


class WebhookRefused(Exception):
    """The delivery of a webhook is not what the service sent, or too old."""


def seconds_in(header: str | None) -> float | None:
    """Seconds of `Retry-After`, which is a number or a date (RFC 9110, section 10.2.3)."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
