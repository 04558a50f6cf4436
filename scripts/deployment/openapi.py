# SPDX-License-Identifier: Apache-2.0
"""OpenAPI 3.1 documents of all routes: openapi.json describes what an app calls, for generators of clients.
openapi-pages.json describes what browsers, platforms and other services call: pages, webhooks, `/.well-known`, and HEAD and
OPTIONS of every route.
"""

import json
import os
import pathlib
import re
import sys

from .catalogue import Catalogue, version
from .openapi_examples import Examples, refusals
from .openapi_schemas import FOR_KIT, Schemas, camel_case, for_readers, pascal_case, with_sentences

SECONDS = {"type": "integer", "minimum": 1}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key", "in": "header",
    "description": "A repeated request with the same key gets the same answer for 24 hours. A different request with the same key is a conflict.",
    "schema": {"type": "string", "maxLength": 256},
}
BOT_TOKEN = {
    "name": "X-Bot-Token", "in": "header",
    "description": "The token of the policy's `botCheck`, if the policy names this function.",
    "schema": {"type": "string", "maxLength": 8192},
}
SERVERS = (
    ("https://pfa.example.com", "An example of `PUBLIC_URL`."),
    ("http://127.0.0.1:8080", "`scripts/serve --port 8080`"),
)


#: The files.
NAMES = ("openapi.json", "openapi-pages.json")


def documents(catalogue, version, statuses, servers=SERVERS):
    """Both documents by file name. statuses: the HTTP status of each error code; servers: URLs with a description."""
    return {
        "openapi.json": text(Document(catalogue, statuses, for_apps=True).json(version, servers)),
        "openapi-pages.json": text(Document(catalogue, statuses, for_apps=False).json(version, servers)),
    }


def text(document):
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def is_for_apps(function):
    """Whether an app calls the function; others are for browsers, platforms and services."""
    return not (function.is_page or function.is_webhook or function.has_subpaths or function.route.startswith("/.well-known/"))


def statuses_of_codes(source):
    """The HTTP status of each code, read from Sources/VestibuleRules/ErrorCode.swift."""
    codes = dict(re.findall(r'case (\w+) = "([^"]+)"', source))
    [body] = re.findall(r"var status: Int \{(.*?)\n  \}\n", source, re.DOTALL)
    found = {}
    for names, status in re.findall(r"case ([\s.\w,]+):\s+(\d{3})", body):
        found.update({codes[name]: int(status) for name in re.findall(r"\.(\w+)", names)})
    assert set(found) == set(codes.values()), "every code has a status"
    return found


def security_schemes(catalogue, for_apps):
    schemes = {"accessToken": {
        "type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The `accessToken` of a session."}}
    if for_apps:
        return schemes
    for function in catalogue.served:
        for name, scheme in webhook_schemes(function).items():
            described = {**scheme, "description": f"If `{scheme['secret']}` is set."}
            schemes[name] = {member: value for member, value in described.items() if member != "secret"}
    return schemes


def webhook_schemes(function):
    """The headers with which a webhook's senders sign: security schemes of OpenAPI, each with the variable of its secret."""
    return function.entry["trigger"].get("webhook", {}).get("schemes", {})


class Document:
    """One of the two documents."""

    def __init__(self, catalogue, statuses, *, for_apps):
        self.catalogue, self.statuses, self.for_apps = catalogue, statuses, for_apps
        self.schemas = Schemas(catalogue.definitions)
        self.examples = Examples(self.schemas.components)

    def components(self):
        """The schemas to which the paths refer, by name, with alternatives as data."""
        self.paths()
        return dict(sorted(self.schemas.components.items()))

    def paths(self):
        paths = {}
        for route, functions in self.catalogue.routes.items():
            # Supabase describes the requests of its clients itself.
            operations = self.operations([function for function in functions if not function.has_subpaths])
            if operations:
                paths[route] = operations
        return paths

    def json(self, version, servers):
        paths, refusal = self.paths(), self.refusal()
        used = {tag for operations in paths.values() for operation in operations.values() for tag in operation["tags"]}
        return {
            "openapi": "3.1.1",
            "info": {
                "title": "Vestibule" if self.for_apps else "Vestibule, pages and webhooks", "version": version,
                "description": "Invitations, accounts and sessions. A refusal is a problem (RFC 9457) with a code of a closed list.",
                "license": {"name": "Apache 2.0", "identifier": "Apache-2.0"},
            },
            "servers": [{"url": url, "description": description} for url, description in servers],
            "tags": [{"name": name, "description": description} for name, description in self.catalogue.areas.items() if name in used],
            "paths": paths,
            "components": {
                "schemas": {name: for_readers(with_sentences(schema)) for name, schema in sorted(self.schemas.components.items())},
                "responses": {"Refusal": refusal},
                "securitySchemes": security_schemes(self.catalogue, self.for_apps),
            },
        }

    def operations(self, functions):
        """The operations of a route by method."""
        found = {}
        for function in functions:
            for method in function.methods:
                if is_for_apps(function) == self.for_apps:
                    found[method.lower()] = self.operation(function, method)
                if method == "GET" and not self.for_apps:
                    found["head"] = self.head(function)
        if functions and not self.for_apps:
            found["options"] = preflight(functions[0])
        return found

    # MARK: Operations

    def operation(self, function, method):
        takes_body = method == "POST"
        body = self.request_body(function) if takes_body else None
        return {
            "operationId": camel_case(function.name if method == function.methods[0] else f"{function.name}-{method.lower()}"),
            "summary": function.entry["summary"], "tags": [function.entry["area"]],
            **security(function), "parameters": self.parameters(function, takes_body),
            **({"requestBody": body} if body else {}),
            "responses": {"200": self.granted(function), **redirection(function), "default": self.refused(function)},
        }

    def head(self, function):
        described = {"description": "The answer to GET without the body."}
        return {
            "operationId": camel_case(f"{function.name}-head"), "summary": "The answer to GET without the body.",
            "tags": ["pages"], **security(function), "parameters": self.parameters(function, takes_body=False),
            "responses": {"200": described, **redirection(function), "default": described},
        }

    def parameters(self, function, takes_body):
        if takes_body:
            if function.is_webhook:
                return []
            return [IDEMPOTENCY_KEY, BOT_TOKEN] if function.entry["access"] == "public" else [IDEMPOTENCY_KEY]
        event = function.entry["event"]
        name = pascal_case(function.name)
        return [
            {"name": member, "in": "query", "required": member in event.get("required", []),
             "schema": self.schemas.value(schema, name + pascal_case(member))}
            for member, schema in event.get("properties", {}).items()
        ]

    def request_body(self, function):
        """None if the event has no members."""
        event = function.entry["event"]
        if function.is_webhook and not function.takes_signed_json:
            described = "The unchanged body, because the signature covers its bytes."
            return {"required": True, "description": described, "content": {"application/json": {"schema": {"type": "object"}}}}
        if not event.get("properties"):
            return None
        is_needed = bool(event.get("required") or event.get("oneOf") or event.get("anyOf"))
        kind = "application/x-www-form-urlencoded" if function.is_page else "application/json"
        schema = self.schemas.body(f"{pascal_case(function.name)}Request", event)
        return {"required": is_needed, "content": {kind: {"schema": schema, "example": function.entry["example"]}}}

    # MARK: Responses

    def granted(self, function):
        if function.is_page:
            return page("The page.")
        result = result_of(function)
        schema = self.schemas.body(f"{pascal_case(function.name)}Result", result)
        if is_for_apps(function):
            alternatives = [self.schemas.resolved(it) for it in result.get("oneOf", result.get("anyOf", []))]
            also = next((it["required"] for it in alternatives if "required" in it), ())
            self.add_examples(schema, [self.examples.of(schema, also=also)])
        return {"description": "Granted.", "content": {"application/json": {"schema": schema}}}

    def refused(self, function):
        if function.is_page:
            refused = page("A page with the reason of the refusal.")
            if function.answers_unknown_paths:
                # For callers that accept no HTML, it says what is wrong with the path.
                refused["content"]["application/json"] = {"schema": self.schemas.value({"$ref": "#/$defs/refused"}, "Refusal")}
            return refused
        [schema] = [it for it in function.entry["result"].get("oneOf", []) if is_refusal(it)] or [{"$ref": "#/$defs/refused"}]
        if schema.get("$ref"):
            return {"$ref": "#/components/responses/Refusal"}
        schema = self.schemas.body(f"{pascal_case(function.name)}Refusal", schema)
        return {"description": "Refused.", "headers": REFUSAL_HEADERS, "content": {"application/json": {"schema": schema}}}

    def refusal(self):
        schema = self.schemas.value({"$ref": "#/$defs/refused"}, "Refusal")
        self.add_examples(schema, refusals(self.statuses))
        return {"description": "Refused, or not answered.", "headers": REFUSAL_HEADERS, "content": {"application/json": {"schema": schema}}}

    def add_examples(self, reference, examples):
        """Adds examples to a named schema: generators accept those of a schema, and warn about those of an answer."""
        self.schemas.components[reference["$ref"].rpartition("/")[2]]["examples"] = examples


def security(function):
    entry = function.entry
    if function.is_webhook:
        schemes = webhook_schemes(function)
        others = len(schemes) < len(entry["trigger"]["webhook"]["secrets"])
        return {"security": [*({name: []} for name in schemes), *([{}] if others else [])]}
    if entry["access"] in ("session", "inviter"):
        return {"security": [{"accessToken": []}]}
    return {"security": [{}, {"accessToken": []}] if entry.get("session") == "optional" else []}


def redirection(function):
    """A page of a browser's session leads to another page after a form, and to the sign-in."""
    if not (function.is_page and (len(function.methods) > 1 or function.entry.get("session") == "optional")):
        return {}
    location = {"description": "The other page.", "required": True, "schema": {"type": "string"}}
    return {"303": {"description": "Leads to another page.", "headers": {"Location": location}}}


def preflight(function):
    """The request that browsers send before a request to another origin; answered by `cors.origins` of the policy."""
    allow = {"Allow": {"required": True, "schema": {"type": "string"}}}
    described = {"description": "The allowed methods and headers.", "headers": allow}
    return {
        "operationId": camel_case(f"{function.name}-options"), "summary": "Lists the methods of the route.", "tags": ["pages"],
        "security": [], "responses": {"204": described, "default": {"$ref": "#/components/responses/Refusal"}},
    }


#: With 401, and with 429 and 503.
REFUSAL_HEADERS = {
    "WWW-Authenticate": {"description": "With the status 401.", "schema": {"type": "string"}},
    "Retry-After": {"description": "With the statuses 429 and 503: the seconds to wait.", "schema": SECONDS},
}


def result_of(function):
    """The schema of a result, without refusals."""
    result = function.entry["result"]
    if "oneOf" not in result:
        return result
    schemas = [it for it in result["oneOf"] if not is_refusal(it)]
    return schemas[0] if len(schemas) == 1 else {**{key: result[key] for key in result.keys() & FOR_KIT}, "oneOf": schemas}


def is_refusal(schema):
    if schema.get("$ref") == "#/$defs/refused":
        return True
    return schema.get("properties", {}).get("error") == {"$ref": "#/$defs/problem"}


def page(description):
    return {"description": description, "content": {"text/html": {"schema": {"type": "string"}}}}


def main(root, file):
    """Writes openapi.json of the sources, for servers that are not of a package."""
    statuses = statuses_of_codes((root / "Sources/VestibuleRules/ErrorCode.swift").read_text())
    written = file.with_name(f"{file.name}.{os.getpid()}")
    written.write_text(documents(Catalogue(root / "functions.json"), version(root), statuses)["openapi.json"])
    written.replace(file)


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
