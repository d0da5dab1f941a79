"""The client of openapi-python-client makes every call of a plan, and reads what comes back as its type."""

import importlib
import inspect
import io
import json
import pkgutil
import ssl
import sys
import typing

import touchstone_client.api
from touchstone_client import AuthenticatedClient
from touchstone_client.types import File

plan = json.load(open(sys.argv[1]))
context = ssl.create_default_context(cadata=plan["certificate"])
client = AuthenticatedClient(
    base_url=plan["url"], token=plan["key"], prefix="", auth_header_name="X-API-Key", verify_ssl=context
)
modules = {
    name.rsplit(".", 1)[1].replace("_", ""): name
    for _, name, is_package in pkgutil.walk_packages(touchstone_client.api.__path__, "touchstone_client.api.")
    if not is_package
}


def body_of(call, annotation):
    kinds = typing.get_args(annotation) or (annotation,)
    if call["kind"] == "text":
        return File(payload=io.BytesIO(call["body"].encode()), file_name="rows.csv", mime_type=call["type"])
    (model,) = [kind for kind in kinds if hasattr(kind, "from_dict")][:1]
    if call["kind"] == "json":
        return model.from_dict(call["body"])
    files = {
        field: File(payload=open(name, "rb"), file_name=name, mime_type="image/jpeg")
        for field, name in call["body"].items()
    }
    names = {name.replace("_", "").lower(): name for name in inspect.signature(model).parameters}
    return model(**{names[field.lower()]: value for field, value in files.items()})


def made(call):
    module = importlib.import_module(modules[call["operationId"].lower()])
    hints = typing.get_type_hints(module.sync_detailed)
    names = {name.replace("_", "").lower(): name for name in inspect.signature(module.sync_detailed).parameters}
    values = {}
    for name, text in {**call["path"], **call["query"]}.items():
        own = names[name.replace("_", "").lower()]
        values[own] = int(text) if hints[own] is int else text
    if call["kind"]:
        values["body"] = body_of(call, hints["body"])
    answer = module.sync_detailed(client=client, **values)
    if answer.status_code >= 300:
        return answer.status_code, answer.content.decode()
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    return answer.status_code, "was not read as its type" if is_json and answer.parsed is None else ""


failed = False
for call in plan["calls"]:
    try:
        status, problem = made(call)
    except Exception as error:
        status, problem = 0, repr(error)
    failed = failed or problem != ""
    print(call["operationId"], int(status), problem)
sys.exit(int(failed))
