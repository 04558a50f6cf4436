# SPDX-License-Identifier: Apache-2.0
"""What has one of several forms: results, which are enumerations with a payload, and requests, which are made by a static function
for each form. `x-forms` of functions.json, next to `oneOf`, names the forms: each has

- `name`: of the case, or of the function that makes the request;
- `description`;
- `members`: those of the request, in the order of the arguments; or one that only this form of the result has. The first form of a
  result is that of all answers without the member of another form;
- `optional`: the members that may be given; without it those that no form has;
- `x-type` and `x-id`: as in the schema of an object.
"""

from dataclasses import dataclass

from deployment.openapi_schemas import FORMS, IDENTITY, TYPE, pascal_case


@dataclass(frozen=True)
class Form:
    """A form of a request or a result."""

    name: str
    description: str
    members: tuple
    #: None: those that no form has.
    optional: tuple | None
    #: `x-type` and `x-id`.
    marks: dict

    @property
    def key(self):
        """The member by which the form of a result is recognised."""
        return self.members[0]


def forms(schema):
    """The forms of a request or a result; none if it has only one."""
    return [
        Form(it["name"], it["description"], tuple(it["members"]), tuple(it["optional"]) if "optional" in it else None,
             {key: it[key] for key in (TYPE, IDENTITY) if key in it})
        for it in schema.get(FORMS, [])]


def required_of_forms(schema):
    """The members that each form of a schema requires."""
    return [tuple(it) for it in schema.get("x-oneOf", [])]


def payload(form, others, schema):
    """The schema of what a form contains: its members, or the only one."""
    found = required_of_forms(schema)
    [own] = [members for members in found if form.key in members]
    required = [*schema.get("required", []), *own]
    taken = {key for members in found for key in members} | {key for other in others for key in other.optional or ()}
    optional = [key for key in schema["properties"] if key not in taken] if form.optional is None else form.optional
    members = {key: schema["properties"][key] for key in schema["properties"] if key in required or key in optional}
    return {"description": form.description, **form.marks, "type": "object", "required": required, "properties": members}


def with_cases(schemas):
    """The schemas, in which a result with several forms refers to a schema for each."""
    found = {}
    for name, schema in schemas.items():
        is_result = name.endswith(("Result", "Entry"))
        if not is_result or not required_of_forms(schema):
            found[name] = schema
            continue
        cases = []
        named = forms(schema)
        assert len(named) == len(required_of_forms(schema)), f"{name} needs x-forms for each of oneOf"
        for form in named:
            inner = payload(form, named, schema)
            if len(inner["properties"]) == 1:
                cases.append({"name": form.name, "key": form.key, "description": form.description, **inner["properties"][form.key]})
                continue
            of_case = f"{name}{pascal_case(form.name)}"
            found[of_case] = inner
            cases.append({"name": form.name, "key": form.key, "isWhole": True, "$ref": f"#/components/schemas/{of_case}"})
        found[name] = {"description": schema.get("description", ""), "x-cases": cases}
    return found
