"""Customers from a file, their alerts, and a decision that nobody else overtakes."""

from connection import connect

from touchstone_client import models

ROWS = "id,name,entityType\nC-17,Quillon Ferrabast,Individual\nC-18,,Individual\n"

with connect() as client:
    batch = client.upload("customers", ROWS, idempotency_key="customers-of-today")
    batch = client.finished(batch.id, every=0.2)
    print(f"{batch.done} of {batch.total} rows, {batch.matched} with a match, {batch.failed} refused")
    for row in client.results(batch.id):
        if row.code:
            print(f"row {row.row}: {row.code}")

    for alert in client.items("/api/Alerts", models.Alert, state="open", customer="C-17", limit=50):
        decision = models.AlertDecision(decision="dismissed", reason="other-person", comment="Another birth date.")
        decided = client.decide(alert.id, decision, if_match=client.alert(alert.id).etag)
        print(f"alert of {alert.entity.name}: {decided.data.state}")
