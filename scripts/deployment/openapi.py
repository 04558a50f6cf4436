# SPDX-License-Identifier: Apache-2.0
"""An OpenAPI 3.1 document of all routes."""

import json
import re

#: Headers of every response.
COMMON_HEADERS = {
    "X-Content-Type-Options": {"type": "string", "const": "nosniff"},
    "Referrer-Policy": {"type": "string", "const": "no-referrer"},
}
SECONDS = {"type": "integer", "minimum": 1}


def openapi(catalogue, version, statuses, server="https://pfa.example.com"):
    """statuses: the HTTP status of each error code."""
    paths = {}
    for route, functions in catalogue.routes.items():
        paths[route] = {}
        for function in functions:
            for method in function.methods:
                paths[route][method.lower()] = operation(function, method, statuses)
                if method == "GET":
                    paths[route]["head"] = operation(function, "HEAD", statuses)
        paths[route]["options"] = preflight(functions[0])
    document = {
        "openapi": "3.1.1",
        "info": {
            "title": "Vestibule", "version": version,
            "description": "Invitations, accounts and sessions. A refusal is a problem (RFC 9457) with a code of a closed list.",
            "license": {"name": "Apache 2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": server}],
        "tags": [{"name": "api"}, {"name": "pages"}, {"name": "webhooks"}],
        "paths": paths,
        "components": {
            "schemas": needed(catalogue),
            "responses": {f"Refused{status}": refusal(status, codes) for status, codes in by_status(statuses).items()},
            "securitySchemes": security_schemes(catalogue),
        },
    }
    return json.dumps(of_components(document), indent=2, ensure_ascii=False) + "\n"


def needed(catalogue):
    """The definitions that served functions refer to, directly or through other definitions."""
    found = {}

    def collect(value):
        text = json.dumps(value)
        for name in re.findall(r"#/\$defs/(\w+)", text):
            if name not in found:
                found[name] = catalogue.definitions[name]
                collect(found[name])

    collect([{"$ref": "#/$defs/refused"}, *(function.entry for function in catalogue.served)])
    return dict(sorted(found.items()))


def statuses_of_codes(source):
    """The HTTP status of each code, read from Sources/Domain/ErrorCode.swift."""
    codes = dict(re.findall(r'case (\w+) = "([^"]+)"', source))
    [body] = re.findall(r"var status: Int \{(.*?)\n  \}\n", source, re.DOTALL)
    found = {}
    for names, status in re.findall(r"case ([\s.\w,]+):\s+(\d{3})", body):
        found.update({codes[name]: int(status) for name in re.findall(r"\.(\w+)", names)})
    assert set(found) == set(codes.values()), "every code has a status"
    return found


def by_status(statuses):
    found = {}
    for code, status in statuses.items():
        found.setdefault(status, []).append(code)
    return dict(sorted(found.items()))


def of_components(value):
    """The same value with its references changed to OpenAPI's schemas."""
    if isinstance(value, dict):
        return {
            name: item.replace("#/$defs/", "#/components/schemas/") if name == "$ref" else of_components(item)
            for name, item in value.items()
        }
    return [of_components(item) for item in value] if isinstance(value, list) else value


def security_schemes(catalogue):
    schemes = {"accessToken": {
        "type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The `accessToken` of a session."}}
    for function in catalogue.served:
        for name, scheme in webhook_schemes(function).items():
            described = {**scheme, "description": f"If `{scheme['secret']}` is set."}
            schemes[name] = {member: value for member, value in described.items() if member != "secret"}
    return schemes


def webhook_schemes(function):
    """The headers with which a webhook's senders sign: security schemes of OpenAPI, each with the variable of its secret."""
    return function.entry["trigger"].get("webhook", {}).get("schemes", {})


# MARK: Operations


def operation(function, method, statuses):
    tag = "webhooks" if function.is_webhook else "pages" if function.is_page else "api"
    takes_body = method == "POST"
    return {
        "operationId": function.name if method != "HEAD" else f"{function.name}-head",
        "summary": function.entry["summary"], "tags": [tag],
        **security(function),
        "parameters": parameters(function, takes_body),
        **({"requestBody": request_body(function)} if takes_body else {}),
        "responses": responses(function, method, statuses),
    }


def security(function):
    entry = function.entry
    if function.is_webhook:
        schemes = webhook_schemes(function)
        others = len(schemes) < len(entry["trigger"]["webhook"]["secrets"])
        return {"security": [*({name: []} for name in schemes), *([{}] if others else [])]}
    if entry["access"] in ("session", "inviter"):
        return {"security": [{"accessToken": []}]}
    return {"security": [{}, {"accessToken": []}] if entry.get("session") == "optional" else []}


def parameters(function, takes_body):
    if takes_body:
        idempotency_key = {
            "name": "Idempotency-Key", "in": "header",
            "description": "A repeated request with the same key gets the same answer for 24 hours. A different request with the same key is a conflict.",
            "schema": {"type": "string", "maxLength": 256},
        }
        bot_token = {
            "name": "X-Bot-Token", "in": "header",
            "description": "The token of the policy's `botCheck`, if the policy names this function.",
            "schema": {"type": "string", "maxLength": 8192},
        }
        if function.is_webhook:
            return []
        return [idempotency_key, bot_token] if function.entry["access"] == "public" else [idempotency_key]
    schema = function.entry["event"]
    return [
        {"name": name, "in": "query", "required": name in schema.get("required", []), "schema": property_schema}
        for name, property_schema in schema.get("properties", {}).items()
    ]


def request_body(function):
    event = function.entry["event"]
    if function.is_webhook and not function.takes_signed_json:
        description = "The unchanged body, because the signature covers its bytes."
        return {"required": True, "description": description, "content": {"application/json": {"schema": {"type": "object"}}}}
    is_needed = bool(event.get("required") or event.get("oneOf") or event.get("anyOf"))
    kind = "application/x-www-form-urlencoded" if function.is_page else "application/json"
    return {"required": is_needed, "content": {kind: {"schema": event, "example": function.entry["example"]}}}


def preflight(function):
    """The request that browsers send before a request to another origin; answered by `cors.origins` of the policy."""
    described = {"description": "The allowed methods and headers.", "headers": headers(Allow={"type": "string"})}
    failed = {name: {"$ref": f"#/components/responses/Refused{name}"} for name in ("404", "405", "500")}
    return {
        "operationId": f"{function.name}-options", "summary": "Lists the methods of the route.", "tags": ["api"], "security": [],
        "responses": {"204": described, **failed},
    }


# MARK: Responses


def responses(function, method, statuses):
    possible = [status for status in by_status(statuses) if is_possible(status, method)]
    # The error page has the status that the web server asks for.
    if function.is_page and "status" in function.entry["event"].get("properties", {}):
        possible += ["4XX", "5XX"]
    answers = {"200": granted(function), **{str(status): refused(function, status) for status in possible}}
    if method == "HEAD":
        without_body = {"description": "The answer to GET without the body.", "headers": headers()}
        return {status: without_body for status in answers}
    return answers


def is_possible(status, method):
    """Whether a request can get this status: one without a body cannot be too large or of a wrong type, and a link does not sign in."""
    return status != 405 and (method == "POST" or status not in (401, 413, 415))


def granted(function):
    if function.is_page:
        return page("The page.")
    schemas = results(function)
    content = {"application/json": {"schema": {"oneOf": schemas} if len(schemas) > 1 else schemas[0]}}
    return {"description": "Granted.", "headers": headers(**{"Cache-Control": {"type": "string"}}), "content": content}


def results(function):
    """The schemas of a result, without refusals. An answer in a vendor's own format always has the status 200."""
    return [it for it in function.entry["result"].get("oneOf", [function.entry["result"]]) if not is_refusal(it)]


def is_refusal(schema):
    if schema.get("$ref") == "#/$defs/refused":
        return True
    return schema.get("properties", {}).get("error") == {"$ref": "#/$defs/problem"}


def refused(function, status):
    if function.is_page:
        return page("A page with the reason of the refusal.", status)
    [schema] = [it for it in function.entry["result"].get("oneOf", []) if is_refusal(it)] or [{"$ref": "#/$defs/refused"}]
    if "$ref" in schema:
        return {"$ref": f"#/components/responses/Refused{status}"}
    content = {"application/json": {"schema": schema}}
    return {"description": "Refused.", "headers": refusal_headers(status), "content": content}


def refusal(status, codes):
    """The refusals with a status: the error codes that have this status."""
    schema = {
        "allOf": [{"$ref": "#/$defs/refused"}],
        "properties": {"error": {"properties": {"status": {"const": status}, "code": {"enum": codes}}}},
    }
    return {
        "description": ", ".join(f"`{code}`" for code in codes), "headers": refusal_headers(status),
        "content": {"application/json": {"schema": schema}},
    }


def refusal_headers(status):
    special = {
        401: {"WWW-Authenticate": {"type": "string", "pattern": "^Bearer"}}, 405: {"Allow": {"type": "string"}},
        429: {"Retry-After": SECONDS}, 503: {"Retry-After": SECONDS},
    }.get(status, {})
    return headers(**{"Cache-Control": {"type": "string", "const": "no-store"}, **special})


def headers(**special):
    return {name: {"required": True, "schema": schema} for name, schema in {**COMMON_HEADERS, **special}.items()}


def page(description, status=200):
    retry = {"Retry-After": SECONDS} if status in (429, 503) else {}
    policy = {"Content-Security-Policy": {"type": "string"}, "Cache-Control": {"type": "string", "const": "no-store"}}
    content = {"text/html": {"schema": {"type": "string"}}}
    return {"description": description, "headers": headers(**policy, **retry), "content": content}
