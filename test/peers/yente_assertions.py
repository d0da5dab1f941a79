"""Runs the tests of a checkout of yente against a running service, and counts which of their assertions hold.

Usage: YENTE_API_KEY=… REQUESTS_CA_BUNDLE=cert.pem python3 yente_assertions.py FOLDER https://127.0.0.1:8443 DATASETS

FOLDER has yente's `conftest.py` and `test_*.py`. Those tests run that ask over HTTP, without those of `/adjacent`.
What a test asserts while it has replaced a part of yente's own process (`mock.patch`) can be asked of no other service.
DATASETS is JSON: what yente's datasets of tests are called in the service. Each `assert` of a test counts once, and
holds where it was reached and was true each time. A call of a helper `assert_…` counts as one. Prints JSON.
"""

import ast
import asyncio
import contextlib
import importlib.util
import inspect
import json
import os
import re
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

import httpx

FOLDER, ADDRESS = Path(sys.argv[1]), sys.argv[2]
DATASETS = json.loads(sys.argv[3])
NAMED = re.compile(rf"(?<=[/=])({'|'.join(DATASETS)})(?=[/?&]|$)")
checks = {}


def check(file, line, text, test):
    """Notes whether one assertion holds. The test goes on, so that what stands below it is looked at, too."""
    try:
        held = bool(test())
    except Exception:
        held = False
    one = checks[file, line]
    one["held"] = held if one["held"] is None else one["held"] and held


class Missing:
    """A value that could not be had. Whatever is asked of it fails, and an assertion over it does not hold."""

    def failing(self, *_):
        raise LookupError("this value could not be had")

    __getattr__ = __getitem__ = __iter__ = __len__ = __bool__ = __contains__ = __call__ = failing
    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = failing


class Counted(ast.NodeTransformer):
    """Turns assertions into calls of `check`, and takes marks of pytest away."""

    def __init__(self, file, is_counted):
        self.file = file
        self.is_counted = is_counted
        self.is_replaced = False
        self.depth = 0

    def visit_FunctionDef(self, node):
        node.decorator_list = [one for one in node.decorator_list if not ast.unparse(one).startswith("pytest")]
        self.depth += 1
        made = self.generic_visit(node)
        self.depth -= 1
        return made

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_With(self, node):
        """A part of yente's process is replaced in here."""
        if "mock.patch" not in ast.unparse(node.items[0]):
            return self.generic_visit(node)
        self.is_replaced = True
        made = self.generic_visit(node)
        self.is_replaced = False
        return made

    def counted(self, node, test):
        if self.is_replaced:
            return ast.copy_location(ast.Pass(), node)
        if not self.is_counted:
            return node
        text = ast.unparse(test)
        checks[self.file, node.lineno] = {"line": node.lineno, "file": self.file, "text": text, "held": None}
        body = ast.Lambda(ast.arguments([], [], None, [], [], None, []), test)
        call = ast.Call(ast.Name("check", ast.Load()), [*map(ast.Constant, (self.file, node.lineno, text)), body], [])
        return ast.copy_location(ast.Expr(call), node)

    def visit_Assign(self, node):
        """Where a value cannot be had, the test goes on without it."""
        if not self.is_counted or not self.depth:
            return node
        names = [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        text = f"try:\n    pass\nexcept Exception:\n    {' = '.join(names)} = Missing()"
        guarded = ast.parse(text).body[0]
        guarded.body = [node]
        return ast.copy_location(guarded, node)

    def visit_Assert(self, node):
        return self.counted(node, node.test)

    def visit_Expr(self, node):
        name = node.value.func if isinstance(node.value, ast.Call) else None
        if isinstance(name, ast.Name) and name.id.startswith("assert_"):
            return self.counted(node, ast.BoolOp(ast.Or(), [node.value, ast.Constant(True)]))
        return node


def asks(tree):
    """Leaves tests out that do not ask over HTTP, or ask for `/adjacent`."""
    kept = lambda node: "client." in ast.unparse(node) and "adjacent" not in node.name  # noqa: E731
    tree.body = [one for one in tree.body if not getattr(one, "name", "").startswith("test_") or kept(one)]
    return tree


class Client:
    """yente's test client, over HTTPS. Names of datasets are translated on both ways."""

    def __init__(self):
        headers = {"X-API-Key": os.environ["YENTE_API_KEY"]}
        verify = os.environ["REQUESTS_CA_BUNDLE"]
        self.http = httpx.Client(base_url=ADDRESS, headers=headers, verify=verify, follow_redirects=True, timeout=60)

    def ask(self, method, path, params=None, **words):
        ours = lambda name: DATASETS.get(name, name)  # noqa: E731
        listed = lambda value: [ours(one) for one in value] if isinstance(value, list) else ours(value)  # noqa: E731
        sent = {"params": {key: listed(value) for key, value in params.items()}} if params else {}
        answer = self.http.request(method, NAMED.sub(lambda found: ours(found[0]), path), **sent, **words)
        text = answer.text
        for theirs, name in DATASETS.items():
            text = text.replace(f'"{name}"', f'"{theirs}"')
        left = {"content-encoding", "content-length", "transfer-encoding"}
        headers = [(key, value) for key, value in answer.headers.items() if key not in left]
        return httpx.Response(answer.status_code, headers=headers, text=text) if text else answer

    def get(self, path, **words):
        return self.ask("GET", path, **words)

    def post(self, path, **words):
        return self.ask("POST", path, **words)


def loaded(path, is_counted):
    """A module of the checkout, with its assertions counted."""
    name = f"tests.{path.stem}"
    module = types.ModuleType(name)
    module.__file__, module.__package__ = str(path), "tests"
    module.check, module.Missing = check, Missing
    sys.modules[name] = module
    tree = Counted(path.name, is_counted).visit(asks(ast.parse(path.read_text())))
    exec(compile(ast.fix_missing_locations(tree), str(path), "exec"), module.__dict__)
    return module


def run(test):
    """Runs a test with stand-ins for what it needs of pytest. One that ends early leaves the rest unreached."""
    with contextlib.suppress(Exception):
        result = test(**{name: MagicMock() for name in inspect.signature(test).parameters})
        if inspect.iscoroutine(result):
            asyncio.run(result)


def main():
    for name in ("pytest", "pytest_asyncio"):
        if importlib.util.find_spec(name) is None:
            sys.modules[name] = MagicMock()
    sys.modules["tests"] = types.ModuleType("tests")
    sys.modules["tests"].__path__ = [str(FOLDER)]
    conftest = loaded(FOLDER / "conftest.py", False)

    async def nothing(*_, **__):
        """The entities are in the service already."""

    @contextlib.asynccontextmanager
    async def untouched(*_):
        yield

    import yente.search.indexer

    yente.search.indexer.update_index = nothing
    conftest.client = Client()
    conftest.patch_yente_catalog = untouched
    conftest.patch_catalog_response = lambda *_: contextlib.nullcontext()
    for path in sorted(FOLDER.glob("test_*.py")):
        if not re.search(r"from \.conftest import[^)]*\bclient\b", path.read_text()):
            continue
        module = loaded(path, True)
        for name, test in list(vars(module).items()):
            if name.startswith("test_") and callable(test):
                run(test)
    print(json.dumps(list(checks.values())))


main()
