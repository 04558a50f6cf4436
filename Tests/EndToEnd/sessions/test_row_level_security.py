# SPDX-License-Identifier: Apache-2.0
"""The guide to row-level security: the tables and the policy of scripts/clients/README.md, read with access tokens."""

import json
import re
import uuid

import jwt
import psycopg
import pytest
from members import rules, trainer
from people import granted
from sessions import keys
from worlds import ENGINE, ROOT, person

pytestmark = pytest.mark.unpooled
GUIDE = (ROOT / "scripts/clients/README.md").read_text().split("## Your own data on PostgreSQL")[1]
AUDIENCE = re.search(r'jwt-aud = "(.*)"', GUIDE)[1]


def block(language):
    [found] = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.S)
    return found


class Data:
    """The app's own database, in front of which a server like PostgREST stands."""

    def __init__(self, world):
        self.world, self.name = world, "app_" + uuid.uuid4().hex
        world.store.on_server(f"CREATE DATABASE {self.name}")
        self.connection = psycopg.connect(f"{world.store.server.removesuffix('/postgres')}/{self.name}")
        self.role = "app_user_" + uuid.uuid4().hex
        with self.connection.transaction():
            self.connection.execute(block("sql").replace("app_user", self.role))

    def close(self):
        self.connection.close()
        self.world.store.on_server(f"DROP DATABASE {self.name}")
        self.world.store.on_server(f"DROP ROLE {self.role}")

    def verified(self, token):
        """What PostgREST checks: the signature by the key of that id, the time, and the audience."""
        found = {key["kid"]: jwt.PyJWK(key).key for key in keys(self.world)}
        return jwt.decode(token, found[jwt.get_unverified_header(token)["kid"]], ["ES256"], audience=AUDIENCE)

    def run(self, token, sql, *parameters):
        """One request: a transaction in the role of the claim, with the claims as a setting."""
        claims = self.verified(token)
        assert claims["role"] == "app_user"
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL ROLE {self.role}")
            cursor.execute("SELECT set_config('request.jwt.claims', %s, true)", (json.dumps(claims),))
            cursor.execute(sql, parameters)
            return cursor.fetchall() if cursor.description else []

    def rows(self, token):
        return sorted(name for name, in self.run(token, "SELECT client_id FROM measurements"))


@pytest.fixture
def data(world):
    if ENGINE != "postgresql":
        pytest.skip("the guide is about PostgreSQL")
    guide = json.loads(block("json"))
    fields = guide.pop("profile")["fields"]
    world.policy({**rules(), **guide, "app": {"name": "PFA"}, "profile": {"fields": fields}})
    made = Data(world)
    yield made
    made.close()


def session(world, name):
    return granted(world.run("sign-in", {"identity": person(name)}))["session"]["accessToken"]


@pytest.fixture
def people(data):
    """Ada's clients Kim and Lee, and Bob's client Max: their records, and the tokens of all five."""
    world, records, tokens = data.world, {}, {}
    trainers = {name: trainer(world, name) for name in ("ada", "bob")}
    for name, owner in (("kim", "ada"), ("lee", "ada"), ("max", "bob")):
        made = world.invite(trainers[owner], name)
        records[name] = made["client"]["id"]
        tokens[name] = granted(world.accept(made["code"], name))["session"]["accessToken"]
    tokens.update({name: session(world, name) for name in trainers})
    with data.connection.transaction():
        for record in records.values():
            data.connection.execute("INSERT INTO measurements (client_id, weight) VALUES (%s, 70)", (record,))
    return records, tokens


def test_a_client_sees_its_own_rows_and_nobody_elses(data, people):
    records, tokens = people
    for name in records:
        assert data.rows(tokens[name]) == [records[name]]


def test_a_trainer_sees_the_rows_of_the_own_clients(data, people):
    records, tokens = people
    assert data.rows(tokens["ada"]) == sorted([records["kim"], records["lee"]])
    assert data.rows(tokens["bob"]) == [records["max"]]


def test_a_row_is_written_only_for_an_own_record(data, people):
    records, tokens = people
    write = "INSERT INTO measurements (client_id, weight) VALUES (%s, 71)"
    data.run(tokens["kim"], write, records["kim"])
    assert data.rows(tokens["kim"]) == [records["kim"]] * 2
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        data.run(tokens["kim"], write, records["lee"])


def test_whoever_has_no_record_sees_nothing(data, people):
    stranger = granted(data.world.run("sign-in", {"identity": person("zoe"), "as": "client"}))["session"]["accessToken"]
    assert data.rows(stranger) == []


def test_who_leaves_the_trainer_loses_the_rows_with_the_next_token(data, people):
    records, tokens = people
    granted(data.world.run("leave-inviter", {"clientId": records["kim"]}, tokens["kim"]))
    assert data.rows(session(data.world, "kim")) == []


def test_a_token_that_somebody_else_made_is_refused(data, people):
    _, tokens = people
    claims = jwt.decode(tokens["kim"], options={"verify_signature": False})
    forged = jwt.encode({**claims, "clients": [people[0]["max"]]}, "x" * 32, "HS256", {"kid": jwt.get_unverified_header(tokens["kim"])["kid"]})
    with pytest.raises(jwt.InvalidTokenError):
        data.rows(forged)


def test_without_claims_the_tables_are_empty(data, people):
    with data.connection.transaction():
        data.connection.execute(f"SET LOCAL ROLE {data.role}")
        assert data.connection.execute("SELECT * FROM measurements").fetchall() == []
