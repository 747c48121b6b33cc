"""GET /openapi.json: the document is made from the code and covers every route."""

from scorekeeper import __version__

ROUTES_OF_THE_DOCUMENT_ITSELF = {"/api/v1/openapi.json"}


def test_document_is_openapi_3_1(document):
    assert document.spec["openapi"] == "3.1.0"
    assert document.spec["info"]["version"] == __version__


def test_document_names_every_route(app, document):
    routed = {
        (_as_documented(rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.rule not in ROUTES_OF_THE_DOCUMENT_ITSELF
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert {(path, method) for path, method, _ in document.operations()} == routed


def test_document_asks_for_a_right_wherever_a_game_is_written_to(document):
    for path, method, operation in document.operations():
        writes = method != "get" and path.startswith("/api/v1/games/{game_id}/")
        assert ("security" in operation) == writes


def test_document_closes_every_request_to_unknown_fields(document):
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for _, _, operation in document.operations()
        if "requestBody" in operation
    ]

    assert len(bodies) == 21
    for name in bodies:
        assert document.spec["components"]["schemas"][name]["additionalProperties"] is False


def _as_documented(rule: str) -> str:
    for converter in ("game:", "number:"):
        rule = rule.replace(f"<{converter}", "<")
    return rule.replace("<", "{").replace(">", "}")
