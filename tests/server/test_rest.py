"""The REST API as a whole: whatever is sent, the answer is one that was described."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from teenpatti.server.app import create_app, services_of
from teenpatti.server.config import Config
from tests.protocol import rest_routes
from tests.server.live import WIDE, quick_rooms

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def test_generated_requests(tmp_path: Path, long: bool) -> None:
    """From the API's own description, right ones and wrong ones: no failure of the server, and answers as described."""
    app = create_app(Config(data=tmp_path, limits=WIDE, metrics_token="secret"), open_rooms=quick_rooms)
    searching = settings(
        max_examples=300 if long else 8,
        deadline=None,
        database=None,
        derandomize=not long,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        client.post("/api/session", json={"name": "Asha"})
        token = client.cookies["teenpatti"]
        room = client.post("/api/tables", json={"bots": ["tight"]}).json()["room"]
        schema = schemathesis.openapi.from_dict(app.openapi())
        tried = set()
        for result in schema.get_all_operations():
            assert isinstance(result, Ok)
            operation: APIOperation[Any, Any, Any, Any] = result.ok()
            tried.add(operation.path)
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                if mode is GenerationMode.NEGATIVE and not _takes_anything(operation):
                    continue

                @searching
                @given(case=operation.as_strategy(generation_mode=mode))
                def ask(case: schemathesis.Case[Any]) -> None:
                    if "room" in case.path_parameters:
                        case.path_parameters["room"] = room
                    client.cookies.clear()
                    answer = client.request(
                        case.method,
                        case.formatted_path,
                        params=case.query or None,
                        headers={
                            **{str(k): str(v) for k, v in (case.headers or {}).items()},
                            "cookie": f"teenpatti={token}",
                        },
                        **_sent(case.body),
                    )
                    # Files and metrics are no JSON, their refusals are: the description has one kind for both.
                    is_file = case.operation.path.endswith((".tph", ".tphs", "/metrics"))
                    case.validate_response(answer, checks=CHECKS[:2] if is_file else CHECKS)

                # A parameter that takes any text cannot be asked wrongly.
                with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
                    ask()
        assert tried == {route.path for route in rest_routes()}
    assert services_of(app).stopping


def _sent(body: object) -> dict[str, Any]:
    if isinstance(body, schemathesis.core.NotSet):
        return {}
    return {"content": body} if isinstance(body, bytes) else {"json": body}


def _takes_anything(operation: APIOperation[Any, Any, Any, Any]) -> bool:
    return bool(operation.body or operation.query or operation.path_parameters or operation.headers)
