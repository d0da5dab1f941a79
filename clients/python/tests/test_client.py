"""What the layer by hand promises, against a server that answers as it is told."""

import base64
import hashlib
import hmac
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

from touchstone_client import Touchstone, TouchstoneError, WebhookRefused, models, verify_webhook

SECRET = "whsec_" + base64.b64encode(bytes([7] * 32)).decode()
MADE = {"id": 7, "hasMatch": False, "matchCount": 0, "highestScore": 0, "matches": [], "remainingRequests": 1}


class Service:
    """Answers one after the other, and the last from then on. None breaks the connection off."""

    def __init__(self, *answers):
        self.heard = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("content-length", 0))
                service.heard.append((self.path, self.headers.get("idempotency-key"), self.rfile.read(length)))
                told = answers[min(len(service.heard), len(answers)) - 1]
                if told is None:
                    self.connection.close()
                    return
                status, body, headers = told
                self.send_response(status)
                for name, value in {"content-type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            do_GET = do_POST = do_PATCH = answer

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.client = Touchstone(f"http://127.0.0.1:{self.server.server_port}", "k")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()
        self.server.shutdown()
        self.server.server_close()


def envelope(data):
    return 200, {"success": True, "message": "", "data": data, "errors": None}, {}


class Requests(unittest.TestCase):
    def test_busy_and_broken_are_asked_again_with_the_same_key_and_body(self):
        busy = 503, {"success": False, "message": "Busy.", "data": None, "errors": []}, {"retry-after": "0"}
        with Service(busy, None, envelope(MADE)) as service:
            self.assertEqual(service.client.screen("A", "Individual").id, 7)
            self.assertEqual(len(service.heard), 3)
            self.assertEqual(len(set(service.heard)), 1)
            self.assertIsNotNone(service.heard[0][1])

    def test_a_long_wait_is_raised(self):
        body = {"success": False, "message": "Quota exhausted.", "data": None, "errors": ["It is spent."]}
        headers = {"retry-after": "86400", "x-error-code": "quota-exhausted", "x-request-id": "r-1"}
        with Service((429, body, headers)) as service, self.assertRaises(TouchstoneError) as raised:
            service.client.screen("A", "Individual")
        error = raised.exception
        self.assertEqual((error.status, error.code, error.request_id), (429, "quota-exhausted", "r-1"))
        self.assertEqual((error.retry_after, str(error)), (86400, "Quota exhausted. It is spent."))
        self.assertEqual(len(service.heard), 1)

    def test_a_webhook_is_not_made_twice(self):
        body = models.NewWebhook(url="https://h.example/", events=["quota.low"])
        with Service(None) as service, self.assertRaises(httpx.TransportError):
            service.client.request("POST", "/api/Webhooks", body, models.WebhookWithSecret)
        self.assertEqual([key for _, key, _ in service.heard], [None])

    def test_a_body_is_a_model_or_a_dictionary(self):
        health = 200, {"status": "live"}, {}
        with Service(health, health) as service:
            for body in (models.AlertAssignment(assignee="a@b.example"), {"assignee": "a@b.example"}):
                service.client.request("POST", "/api/Alerts/1/assignment", body, models.Health)
            self.assertEqual([json.loads(sent) for _, _, sent in service.heard], [{"assignee": "a@b.example"}] * 2)

    def test_lists_come_page_by_page(self):
        def page(number, cursor):
            delivery = {"status": "live"}
            return 200, {"items": [delivery] * number, "nextCursor": cursor}, {}

        with Service(page(2, "next"), page(1, None)) as service:
            items = list(service.client.items("/api/Any", models.Health, state="open"))
            self.assertEqual(len(items), 3)
            self.assertIn("state=open&cursor=next", service.heard[1][0])


class Deliveries(unittest.TestCase):
    body = json.dumps({"id": "evt_1", "type": "quota.low", "data": {"remaining": 3}}).encode()

    def headers(self, at=1000, identity="evt_1"):
        key = base64.b64decode(SECRET.removeprefix("whsec_"))
        digest = hmac.new(key, f"{identity}.{at}.".encode() + self.body, hashlib.sha256).digest()
        signature = f"v1,AAAA v1,{base64.b64encode(digest).decode()}"
        return {"Webhook-Id": identity, "Webhook-Timestamp": str(at), "Webhook-Signature": signature}

    def test_a_signature_that_holds_gives_the_event(self):
        other = "whsec_" + base64.b64encode(bytes([9] * 32)).decode()
        event = verify_webhook([other, SECRET], self.headers(), self.body, now=1000)
        self.assertEqual((event.type, event.data), ("quota.low", {"remaining": 3}))

    def test_any_other_is_refused(self):
        other = "whsec_" + base64.b64encode(bytes([9] * 32)).decode()
        cases = [
            (SECRET, self.headers(), self.body + b" ", 1000),
            (other, self.headers(), self.body, 1000),
            (SECRET, {**self.headers(), "Webhook-Id": "evt_2"}, self.body, 1000),
            (SECRET, {**self.headers(), "Webhook-Signature": "v1,\u00e4"}, self.body, 1000),
            (SECRET, self.headers(), self.body, 1301),
            (SECRET, self.headers(), self.body, 699),
            (SECRET, {}, self.body, 1000),
        ]
        for secret, headers, body, now in cases:
            with self.subTest(headers=headers, now=now), self.assertRaises(WebhookRefused):
                verify_webhook(secret, headers, body, now=now)


if __name__ == "__main__":
    unittest.main()
