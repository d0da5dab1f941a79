"""Scores a job's pairs and the candidates of its queries: score.py ALGORITHM|yente JOB RESULT.

Times are processor seconds of this process. Entities are built before the clock starts; the query is built while it
runs, as a service has to do with every request. Ids are unique within a run: nomenklatura keeps analysed names by id.
"""

import asyncio
import json
import sys
from importlib.metadata import version
from time import process_time

from followthemoney import EntityProxy, model
from nomenklatura.matching import get_algorithm

SCHEMA = {"Individual": "Person", "Organization": "Organization"}
LIMIT = 50


def maker(made):
    """Makes entities as a library wants them."""
    return lambda id, properties, kind: made(model.get(SCHEMA[kind]), {"id": id, "properties": properties})


def query_entity(entity, name, kind):
    return entity(f"query {kind} {name}", {"name": [name]}, kind)


def library(name):
    """A scorer of nomenklatura, how its entities are made, and what it is."""
    algorithm = get_algorithm(name)
    config = algorithm.default_config()

    def score(query, candidates):
        scored = [(result.id, algorithm.compare(query, result, config).score) for result in candidates]
        return sorted((hit for hit in scored if hit[1] > 0), key=lambda hit: -hit[1])[:LIMIT]

    return score, maker(EntityProxy), f"{name} ({versions()})"


def yente():
    """The same of yente, which is installed apart: it asks for an older nomenklatura than the newest."""
    from yente import settings
    from yente.data.entity import Entity
    from yente.scoring import score_results

    algorithm = get_algorithm(settings.BEST_ALGORITHM)

    def score(query, candidates):
        results = [(result, 1.0) for result in candidates]
        _, scored = asyncio.run(
            score_results(algorithm, query, results, limit=LIMIT, config=algorithm.default_config())
        )
        return [(hit.id, hit.score) for hit in scored]

    system = f"yente {version('yente')} ({settings.BEST_ALGORITHM}, {versions()})"
    return score, maker(Entity), system


def run_set(score, entity, one, entities, built):
    index, seconds, hits = one["index"], 0.0, []
    for query in one["queries"]:
        candidates = []
        for number in query["candidates"]:
            if number not in built:
                listed = entities[number]
                built[number] = entity(f"{index}:{number}", listed["properties"], listed["type"])
            candidates.append(built[number])
        start = process_time()
        found = score(query_entity(entity, query["name"], query["type"]), candidates)
        seconds += process_time() - start
        hits.append([[int(id.split(":")[1]), value] for id, value in found])
    return {"seconds": seconds, "hits": hits}


def run_pairs(score, entity, pairs):
    scores, seconds = [], 0.0
    for number, pair in enumerate(pairs):
        result = entity(f"pair {number}", {"name": [pair["b"]]}, pair["type"])
        start = process_time()
        found = score(query_entity(entity, pair["a"], pair["type"]), [result])
        seconds += process_time() - start
        scores.append(found[0][1] if found else 0)
    return {"seconds": seconds, "scores": scores}


def versions():
    return f"nomenklatura {version('nomenklatura')}, rigour {version('rigour')}"


def main(name, job_file, result_file):
    with open(job_file, encoding="utf-8") as file:
        job = json.load(file)
    score, entity, system = yente() if name == "yente" else library(name)
    for warm in ("Individual", "Organization"):
        score(query_entity(entity, "Warm Up", warm), [entity(f"warm {warm}", {"name": ["Warming Upp"]}, warm)])
    built = [{} for _ in job["indexes"]]
    sets = [run_set(score, entity, one, job["indexes"][one["index"]], built[one["index"]]) for one in job["sets"]]
    result = {
        "system": system,
        "sets": sets,
        "pairs": run_pairs(score, entity, job["pairs"]),
    }
    with open(result_file, "w", encoding="utf-8") as file:
        json.dump(result, file)


main(*sys.argv[1:])
