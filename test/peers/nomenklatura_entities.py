"""Screens entities with nomenklatura's enricher for yente: one of each kind that it asks about, and those of a file.

Usage: YENTE_API_KEY=… REQUESTS_CA_BUNDLE=cert.pem python3 nomenklatura_entities.py https://127.0.0.1:8443/ [FILE]

FILE is `entities.ftm.json.gz` of OpenSanctions; its targets are asked. Prints JSON. A refusal of the service makes the
enricher wait and try again, which is the stall that must not be: `waits` counts them.
"""

import gzip
import json
import os
import sys
import tempfile
import time
from collections import Counter
from importlib.metadata import version

from followthemoney import Dataset, StatementEntity, model
from nomenklatura import db
from nomenklatura.cache import Cache
from nomenklatura.enrich import yente

dataset = Dataset.make({"name": "customers", "title": "Customers"})
url = f"sqlite:///{tempfile.mkdtemp()}/cache.db"
# Up to 4.10 a cache takes an engine and its tables.
words = [db.make_session(url)] if hasattr(db, "make_session") else [db.get_engine(url), db.get_metadata()]
cache = Cache(*words, dataset, create=True)
config = {"api": sys.argv[1], "dataset": "default", "api_key": os.environ["YENTE_API_KEY"], "cutoff": 0.5}
enricher = yente.YenteEnricher(dataset, cache, config)
waits = 0


def waited(seconds):
    global waits
    waits += 1
    sleep(seconds)


sleep, yente.time.sleep = time.sleep, waited


def asked(data):
    """Every id of the entities that the service finds for one."""
    found = enricher.match(StatementEntity.from_data(dataset, data, cleaned=False))
    return {name for one in found for name in (one.id, *one.referents)}


def of_each_kind():
    """An entity of each schema that the enricher asks about."""
    kinds = {}
    for schema in sorted((one for one in model if one.matchable and not one.abstract), key=lambda one: one.name):
        names = {"name": ["Quillon Ferrabast"], "full": ["12 Harbour Street, Testville"], "country": ["xx"]}
        properties = {name: values for name, values in names.items() if name in schema.properties}
        kinds[schema.name] = len(asked({"id": f"one-{schema.name}", "schema": schema.name, "properties": properties}))
    return kinds


def has_long_name(data):
    """A name of over 200 characters is refused with its example, and the answer says so."""
    return any(len(name) > 200 for kind in ("name", "alias") for name in data["properties"].get(kind, []))


def of_file(path):
    """How many targets of a file there are, and how many find themselves."""
    counts, missing = Counter(), []
    with gzip.open(path, "rt") as lines:
        for line in lines:
            data = json.loads(line)
            if data.get("target"):
                # Their ids that begin as those of a list here do have the list before them.
                is_found = not asked(data).isdisjoint((data["id"], f"opensanctions-{data['id']}"))
                counts["asked"] += 1
                counts["found"] += is_found
                counts["long"] += not is_found and has_long_name(data)
                if not is_found:
                    missing.append(data["id"])
    return {**counts, "missing": missing}


began = time.monotonic()
result = {"version": version("nomenklatura"), "kinds": of_each_kind()}
if len(sys.argv) > 2:
    result["file"] = of_file(sys.argv[2])
print(json.dumps({**result, "seconds": time.monotonic() - began, "waits": waits}))
