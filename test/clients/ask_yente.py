"""Asks a running service as clients of yente do: with nomenklatura's enricher, and with yente's own models.

Usage: YENTE_API_KEY=… REQUESTS_CA_BUNDLE=cert.pem python3 ask_yente.py https://127.0.0.1:8443/
Prints what it got, as JSON. An answer that does not parse ends it with an error.
"""

import json
import os
import sys
import tempfile

import requests
from followthemoney import Dataset, StatementEntity, model
from nomenklatura.cache import Cache
from nomenklatura.db import get_engine, get_metadata
from nomenklatura.enrich.yente import YenteEnricher
from yente.data.common import (
    AlgorithmResponse,
    DataCatalogModel,
    EntityMatchResponse,
    EntityResponse,
    ErrorResponse,
    SearchResponse,
    StatusResponse,
)

API = sys.argv[1]
KEY = os.environ["YENTE_API_KEY"]
QUERY = {
    "schema": "Person",
    "properties": {"name": ["Ivan Petrovich Sampleov"], "birthDate": ["1962-01-17"], "nationality": ["ru"]},
}


def ask(method, path, expected, **words):
    answer = requests.request(method, API + path, headers={"Authorization": f"ApiKey {KEY}"}, **words)
    assert answer.status_code == expected, (path, answer.status_code, answer.text)
    return answer.json()


def unknown_to_ftm(data):
    """Properties and values of an entity that FollowTheMoney does not take."""
    entity = StatementEntity.from_data(dataset, data, cleaned=False)
    schema = model.get(data["schema"])
    lost = []
    for name, values in data["properties"].items():
        prop = schema.get(name)
        if prop is None:
            lost.append(name)
        elif not prop.stub and not (name in ("country", "nationality")):
            lost.extend(f"{name}: {value}" for value in values if not entity.get(name))
    return lost


def models():
    """Each answer through the model that yente writes it with."""
    body = {"queries": {"q": QUERY, "c": {"schema": "Company", "properties": {"name": "Fictional Trading LLC"}}}}
    matched = EntityMatchResponse.model_validate(ask("POST", "match/default", 200, json=body))
    found = SearchResponse.model_validate(ask("GET", "search/default?q=Sampleov+Ivan+Petrovich&limit=3", 200))
    catalog = DataCatalogModel.model_validate(ask("GET", "catalog", 200))
    algorithms = AlgorithmResponse.model_validate(ask("GET", "algorithms", 200))
    results = matched.responses["q"].results + matched.responses["c"].results
    entities = [ask("GET", f"entities/{result.id}", 200) for result in results]
    for path in ("healthz", "readyz"):
        assert StatusResponse.model_validate(ask("GET", path, 200)).status == "ok"
    refused = ErrorResponse.model_validate(ask("GET", "entities/nobody", 404))
    return {
        "results": [[result.id, result.schema_, result.score, result.match] for result in results],
        "explained": sorted(results[0].explanations),
        "found": [result.id for result in found.results],
        "facets": sorted(found.facets),
        "datasets": [dataset.name for dataset in catalog.datasets],
        "best": algorithms.best,
        "refused": refused.detail,
        "entities": [EntityResponse.model_validate(entity).caption for entity in entities],
        "lost": [word for entity in entities for word in unknown_to_ftm(entity)],
    }


def enriched():
    """The enricher looks a person up, and fetches what is known of the match."""
    engine = get_engine(f"sqlite:///{tempfile.mkdtemp()}/cache.db")
    cache = Cache(engine, get_metadata(), dataset, create=True)
    config = {"api": API, "dataset": "sanctions", "api_key": KEY, "algorithm": "logic-v2", "cutoff": 0.5}
    enricher = YenteEnricher(dataset, cache, config)
    entity = StatementEntity.from_data(dataset, {"id": "customer", **QUERY}, cleaned=False)
    matches = list(enricher.match_wrapped(entity))
    expanded = list(enricher.expand_wrapped(entity, matches[0]))
    return {
        "matches": [[match.id, match.schema.name, match.first("birthDate")] for match in matches],
        "expanded": [[one.schema.name, sorted(name for name in one.properties)] for one in expanded],
        "listed": [one.get("entity") for one in expanded if one.schema.name == "Sanction"],
    }


dataset = Dataset.make({"name": "customers", "title": "Customers"})
print(json.dumps({"models": models(), "enriched": enriched()}))
