"""A screening, why it matched, and a refusal."""

from connection import connect

from touchstone_client import TouchstoneError, models

with connect() as client:
    screening = client.screen("Quillon Ferrabast", "Individual", min_score=80)
    for match in screening.matches:
        print(f"{match.score:g} {match.name}: {', '.join(match.sources)}")

    path = f"/api/Screening/{screening.id}/explanation"
    why = client.request("GET", path, None, models.ScreeningExplanation).data
    for match in why.matches:
        for pair in match.explanation.pairs:
            print(f"{pair.query} is {pair.entry}: {pair.evidence}")

    try:
        client.request("GET", "/api/Screening/999999", None, models.Screening)
    except TouchstoneError as error:
        print(error.status, error.code, error)
