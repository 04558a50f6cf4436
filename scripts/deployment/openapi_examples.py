# SPDX-License-Identifier: Apache-2.0
"""Examples of results and refusals for openapi.json."""

ID = "01a1fe8b-e557-7000-9732-2d67b10f3acf"

#: Texts of members with these names.
TEXTS = {
    "accessToken": "eyJhbGciOiJFUzI1NiIs…", "country": "DE", "displayName": "Kim", "email": "kim@example.com",
    "link": "https://pfa.example.com/invite?code=MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", "locale": "en", "message": "Saved.", "name": "Kim",
    "nextCursor": None, "phone": "+1 555 123 4567", "provider": "google", "refreshToken": f"{ID}.0.…", "role": "client",
    "title": "Leg day", "urlScheme": "pfa", "challenge": "aW5rLXBhcGVyLXJvY2std2F0ZXItZmlyZS1haXItMzI",
}

#: Refusals that apps handle: the members that differ.
REFUSALS = {
    "event/invalid": {
        "title": "Event invalid", "detail": "email: is not a mail address",
        "userMessage": "Something you entered isn't right. Please check it and try again."},
    "auth/token-expired": {
        "title": "Access token expired", "detail": "the access token has expired",
        "userMessage": "Your sign-in needs to be refreshed. Please try again."},
    "auth/session-revoked": {
        "title": "Session revoked", "detail": "the session was ended",
        "userMessage": "You've been signed out. Please sign in again."},
    "auth/too-many-requests": {
        "title": "Too many requests", "detail": "too many events", "userMessage": "Too many tries. Please wait 1 minute.",
        "retryable": True, "retryAfter": 60},
}


def refusals(statuses):
    """An answer for each of them."""
    return [
        {"error": {"type": f"urn:vestibule:{code}", "status": statuses[code], "code": code, "retryable": False, **members}}
        for code, members in REFUSALS.items()
    ]


class Examples:
    def __init__(self, components):
        self.components = components

    def of(self, schema, name="", also=()):
        """A value of a schema: the required members of an object, and `also`; one item of a list."""
        while "$ref" in schema:
            schema = self.components[schema["$ref"].removeprefix("#/components/schemas/")]
        if "oneOf" in schema:
            return self.of(schema["oneOf"][0], name)
        if "enum" in schema:
            # Most lists begin with the state before the usual one; `signedIn` is the last of its list.
            return schema["enum"][-1] if "signedIn" in schema["enum"] else schema["enum"][0]
        kind = schema.get("type", "object")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "object":
            shown = [member for member in schema.get("properties", {}) if member in schema.get("required", []) or member in also]
            return {member: self.of(schema["properties"][member], member) for member in shown}
        if kind == "array":
            return [] if name == "missing" else [self.of(schema["items"], name)]
        if kind == "string":
            return self.text(schema, name)
        return {"integer": max(schema.get("minimum", 1), 1), "number": 1, "boolean": True}[kind]

    def text(self, schema, name):
        if schema.get("format") == "date-time":
            return "2026-11-22T18:35:18.466Z"
        if name in TEXTS:
            return TEXTS[name]
        return ID if name == "id" or name.endswith("Id") else "…"
