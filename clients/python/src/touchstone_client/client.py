"""Calls the API with one key."""

from __future__ import annotations

import random
import re
import ssl
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel

from . import models
from .errors import TouchstoneError, seconds_in

Model = TypeVar("Model", bound=BaseModel)
Data = TypeVar("Data")
EntityType = Literal["Individual", "Organization"]

_LATER = (429, 503)
"""Nothing was done, and it may be done later."""
_UNKNOWN = (502, 504)
"""Something between the client and the service: nobody knows whether it was done."""
_WITHOUT_KEY = re.compile(r"/api/Webhooks(/\d+/rotate)?$")
"""They show a secret, so their answers are not kept."""


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """An answer, and what its headers say. `etag` names the state that is shown."""

    data: Data
    status: int
    etag: str | None
    request_id: str


class Touchstone:
    """Calls the API with one key. Refusals are raised as TouchstoneError.

    429 and 503 are tried again after `Retry-After`, in `attempts` in all; a wait over `longest_wait` seconds is not
    waited for. `verify` is a context that trusts the service's own certificate, where it has one.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        verify: ssl.SSLContext | bool = True,
        attempts: int = 4,
        longest_wait: float = 60,
        timeout: float = 90,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._attempts = attempts
        self._longest_wait = longest_wait
        headers = {"X-API-Key": key}
        self._http = httpx.Client(base_url=url, headers=headers, verify=verify, timeout=timeout, transport=transport)

    def __enter__(self) -> Touchstone:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def screen(
        self, name: str, entity_type: EntityType, *, idempotency_key: str | None = None, **rest: Any
    ) -> models.ScreeningCreated:
        """Screens a name; `rest` are other members, such as `date_of_birth`, `min_score` and `reference`."""
        asked = models.ScreeningRequest(name=name, entity_type=entity_type, **rest)
        answer = self.request(
            "POST", "/api/Screening/screen", asked, models.ScreeningEnvelope, idempotency_key=idempotency_key
        )
        return answer.data.data

    def verify(
        self, document: bytes, selfie: bytes, *, reference: str | None = None, idempotency_key: str | None = None
    ) -> models.VerificationCreated:
        """Compares an identity document with a selfie; both are JPEG or PNG of at most 10 MB."""
        response = self._send(
            "POST",
            "/api/IdVerification/verify",
            idempotency_key=idempotency_key,
            files={"IdCardImage": ("document", document), "SelfieImage": ("selfie", selfie)},
            data=None if reference is None else {"Reference": reference},
        )
        return models.VerificationEnvelope.model_validate_json(response.content).data

    def upload(
        self,
        kind: Literal["screenings", "customers"],
        file: bytes | str,
        *,
        content_type: str = "text/csv",
        idempotency_key: str | None = None,
    ) -> models.Batch:
        """Sends a file of names to be screened, or to be kept as customers."""
        path = "/api/Customers/import" if kind == "customers" else "/api/Screening/batch"
        headers = {"Content-Type": content_type}
        response = self._send("POST", path, idempotency_key=idempotency_key, content=file, headers=headers)
        return models.Batch.model_validate_json(response.content)

    def finished(self, batch_id: str, *, every: float = 2) -> models.Batch:
        """Asks every so many seconds until a batch is over."""
        while True:
            batch = self.request("GET", f"/api/Screening/batch/{_part(batch_id)}", None, models.Batch).data
            if batch.status in ("done", "cancelled"):
                return batch
            time.sleep(every)

    def results(self, batch_id: str) -> Iterator[models.BatchResult]:
        """The rows of a batch, in their order."""
        path = f"/api/Screening/batch/{_part(batch_id)}/results"
        response = self._send("GET", path, headers={"Accept": "application/x-ndjson"})
        for line in response.iter_lines():
            yield models.BatchResult.model_validate_json(line)

    def items(self, path: str, model: type[Model], **query: Any) -> Iterator[Model]:
        """Every item of a list, page by page: `client.items("/api/Alerts", models.Alert, state="open")`."""
        while True:
            page = self._send("GET", path, params=query).json()
            yield from (model.model_validate(item) for item in page["items"])
            if page["nextCursor"] is None:
                return
            query = {**query, "cursor": page["nextCursor"]}

    def put_customer(
        self, reference: str, customer: models.CustomerBody | Mapping[str, Any], *, if_match: str | None = None
    ) -> Answer[models.Customer | models.AwaitingCustomer]:
        """Makes a customer or changes it. 202: a second person has to agree."""
        path = f"/api/Customers/{_part(reference)}"
        response = self._send("PUT", path, json=_json(customer), headers=_headers(if_match))
        model = models.AwaitingCustomer if response.status_code == 202 else models.Customer
        return _answer(response, model.model_validate_json(response.content))

    def alert(self, alert_id: int) -> Answer[models.Alert]:
        """One alert; its `etag` goes into `decide`."""
        return self.request("GET", f"/api/Alerts/{alert_id}", None, models.Alert)

    def decide(
        self,
        alert_id: int,
        decision: models.AlertDecision | Mapping[str, Any],
        *,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[models.Alert | models.ProposedAlert]:
        """Decides an alert; with `if_match` only where nobody changed it since. 202: a second person has to agree."""
        path = f"/api/Alerts/{alert_id}/decisions"
        response = self._send(
            "POST", path, json=_json(decision), headers=_headers(if_match), idempotency_key=idempotency_key
        )
        model = models.ProposedAlert if response.status_code == 202 else models.Alert
        return _answer(response, model.model_validate_json(response.content))

    def request(
        self,
        method: str,
        path: str,
        body: BaseModel | Mapping[str, Any] | None,
        model: type[Model],
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        **query: Any,
    ) -> Answer[Model]:
        """Any operation that takes and gives JSON. A body is a model, or a dictionary with the names of the API."""
        content = {} if body is None else {"json": _json(body)}
        response = self._send(
            method, path, idempotency_key=idempotency_key, params=query, headers=_headers(if_match), **content
        )
        return _answer(response, model.model_validate_json(response.content))

    def _send(self, method: str, path: str, *, idempotency_key: str | None = None, **sent: Any) -> httpx.Response:
        headers = {**(sent.pop("headers", None) or {})}
        is_keyed = method == "POST" and path.startswith("/api/") and not _WITHOUT_KEY.fullmatch(path)
        if is_keyed:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        is_repeatable = is_keyed or method in ("GET", "PUT", "DELETE")
        response = self._retried(lambda: self._http.request(method, path, headers=headers, **sent), is_repeatable)
        if response.status_code >= 300 and response.status_code != 304:
            raise TouchstoneError(response)
        return response

    def _retried(self, send: Any, is_repeatable: bool) -> httpx.Response:
        for attempt in range(1, self._attempts + 1):
            own_pause = 0.25 * 2**attempt * random.uniform(0.5, 1)
            try:
                response: httpx.Response = send()
            except httpx.TransportError:
                if attempt == self._attempts or not is_repeatable:
                    raise
                time.sleep(own_pause)
                continue
            again = response.status_code in _LATER or (is_repeatable and response.status_code in _UNKNOWN)
            told = seconds_in(response.headers.get("retry-after"))
            wait = own_pause if told is None else told
            if not again or attempt == self._attempts or wait > self._longest_wait:
                return response
            time.sleep(wait)
        raise AssertionError("attempts must be 1 or more")


def _headers(if_match: str | None) -> dict[str, str]:
    return {} if if_match is None else {"If-Match": if_match}


def _json(body: BaseModel | Mapping[str, Any]) -> Any:
    if not isinstance(body, BaseModel):
        return dict(body)
    return body.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _part(value: str) -> str:
    return quote(value, safe="")


def _answer(response: httpx.Response, data: Data) -> Answer[Data]:
    headers = response.headers
    return Answer(data, response.status_code, headers.get("etag"), headers.get("x-request-id", ""))
