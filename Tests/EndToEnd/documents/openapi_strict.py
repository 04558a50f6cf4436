# SPDX-License-Identifier: Apache-2.0
"""openapi.json with all that is known of an answer. Generators of clients cannot use that, so the published document lacks it:
a schema for each status, and which members of a body belong together."""

import copy

from deployment import openapi
from deployment.openapi_schemas import pascal_case

#: Headers of every answer.
COMMON_HEADERS = {
    "X-Content-Type-Options": {"type": "string", "const": "nosniff"},
    "Referrer-Policy": {"type": "string", "const": "no-referrer"},
}
NOT_STORED = {"Cache-Control": {"type": "string", "const": "no-store"}}
SECONDS = {"type": "integer", "minimum": 1}


def strict(document, catalogue, statuses):
    """A copy with these."""
    document = copy.deepcopy(document)
    functions = {function.name: function for function in catalogue.served}
    names = {openapi.camel_case(name): name for name in functions}
    for path in document["paths"].values():
        for method, operation in path.items():
            name = operation["operationId"]
            if method == "options":
                operation["responses"]["204"]["headers"] |= headers()
                refused(operation, ["404", "405", "500"], statuses)
                continue
            function = functions[names.get(name) or names[name.removesuffix("Head").removesuffix("Post")]]
            with_alternatives(document["components"]["schemas"], function)
            with_statuses(operation, method, function, statuses)
    document["components"]["responses"] |= {
        f"Refused{status}": refusal(status, codes) for status, codes in by_status(statuses).items()}
    return document


def by_status(statuses):
    found = {}
    for code, status in statuses.items():
        found.setdefault(str(status), []).append(code)
    return found


def with_alternatives(schemas, function):
    """Which members of a body belong together."""
    for kind, schema in (("Request", function.entry["event"]), ("Result", openapi.result_of(function))):
        for keyword in ("oneOf", "anyOf"):
            alternatives = [it for it in schema.get(keyword, []) if it.keys() == {"required"}]
            name = pascal_case(function.name) + kind
            if alternatives and name in schemas:
                schemas[name][keyword] = alternatives


def with_statuses(operation, method, function, statuses):
    possible = [status for status in by_status(statuses) if is_possible(status, method)]
    # The error page has the status that the web server asks for.
    if function.is_page and "status" in function.entry["event"].get("properties", {}):
        possible += ["4XX", "5XX"]
    responses = operation["responses"]
    special = {"Content-Security-Policy": {"type": "string"}, **NOT_STORED} if function.is_page else {"Cache-Control": {"type": "string"}}
    responses["200"]["headers"] = headers() if method == "head" else headers(**special)
    # The error page answers callers that accept no HTML with JSON, which needs no policy for contents.
    if function.name == "error-page":
        del special["Content-Security-Policy"]
    if function.is_page or method == "head":
        answer = responses.pop("default")
        for status in possible:
            retry = {"Retry-After": SECONDS} if status in ("429", "503") and method != "head" else {}
            responses[status] = {**answer, "headers": headers() if method == "head" else headers(**special, **retry)}
        if function.is_page and method in ("get", "head"):
            # Forms are longer than the web server allows a URL to be.
            responses["431"] = {"description": "The web server's answer to a URL that is too long."}
    elif "$ref" in responses["default"]:
        refused(operation, possible, statuses)
    else:
        answer = responses.pop("default")
        responses |= {status: {**answer, "headers": refusal_headers(status)} for status in possible}


def is_possible(status, method):
    """Whether a request can get this status: one without a body cannot be too large or of a wrong type, and a link does not sign in."""
    return status != "405" and (method == "post" or status not in ("401", "413", "415"))


def refused(operation, possible, statuses):
    del operation["responses"]["default"]
    operation["responses"] |= {status: {"$ref": f"#/components/responses/Refused{status}"} for status in possible}


def refusal(status, codes):
    """The refusals with a status: the error codes that have this status."""
    schema = {
        "allOf": [{"$ref": "#/components/schemas/Refusal"}],
        "properties": {"error": {"properties": {"status": {"const": int(status)}, "code": {"enum": codes}}}},
    }
    return {"description": "Refused.", "headers": refusal_headers(status), "content": {"application/json": {"schema": schema}}}


def refusal_headers(status):
    special = {
        "401": {"WWW-Authenticate": {"type": "string", "pattern": "^Bearer"}}, "405": {"Allow": {"type": "string"}},
        "429": {"Retry-After": SECONDS}, "503": {"Retry-After": SECONDS},
    }.get(status, {})
    return headers(**NOT_STORED, **special)


def headers(**special):
    return {name: {"required": True, "schema": schema} for name, schema in {**COMMON_HEADERS, **special}.items()}
