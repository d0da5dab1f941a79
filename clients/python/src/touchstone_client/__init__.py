"""Client of the Touchstone API."""

from . import models
from .client import Answer, Touchstone
from .errors import FieldProblem, TouchstoneError, WebhookRefused
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "Answer",
    "FieldProblem",
    "Touchstone",
    "TouchstoneError",
    "WebhookEvent",
    "WebhookRefused",
    "models",
    "verify_webhook",
]
