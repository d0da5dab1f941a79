"""Takes events at a port: TOUCHSTONE_WEBHOOK_SECRET=whsec_… python webhook.py 8080"""

import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from touchstone_client import WebhookRefused, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify_webhook(os.environ["TOUCHSTONE_WEBHOOK_SECRET"], dict(self.headers), body)
        except WebhookRefused as refusal:
            print(refusal, flush=True)
            self.send_response(401)
        else:
            print(event.type, event.data, flush=True)
            self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
