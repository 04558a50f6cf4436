# SPDX-License-Identifier: Apache-2.0
"""A team of two inviters, and one of somebody else."""

from dataclasses import dataclass

from members import rules
from people import granted
from worlds import person


def teams_on(**sections):
    """The policy of the tests with teams, where inviters may invite inviters."""
    invitation = {"roles": ["admin", "client"], **sections.pop("invitation", {})}
    return rules(teams="on", invitation=invitation, **sections)


@dataclass
class Inviter:
    name: str
    token: str
    id: str


def inviter(world, name):
    answer = granted(world.run("sign-in", {"identity": person(name), "as": "admin"}))
    return Inviter(name, answer["session"]["accessToken"], answer["account"]["id"])


class Studio:
    def __init__(self, world):
        self.world = world
        self.ada, self.bob, self.eve = (inviter(world, name) for name in ("ada", "bob", "eve"))
        self.id = self.own_team(self.ada)
        self.of_bob, self.of_eve = self.own_team(self.bob), self.own_team(self.eve)
        self.join("bob", self.bob)

    def own_team(self, who):
        [team] = granted(self.world.run("list-teams", {}, who.token))["teams"]
        return team["id"]

    def invite(self, name, by=None, **data):
        """Invites an inviter into the team: the code of the link."""
        event = {"client": {"name": name.capitalize(), "email": f"{name}@example.com"}, "deliver": "link", "role": "admin",
                 "teamId": self.id, **data}
        return granted(self.world.run("send-invitation", event, (by or self.ada).token))["link"].split("code=")[1]

    def join(self, name, who, by=None, **data):
        return granted(self.world.run("accept-invitation", {"code": self.invite(name, by, **data)}, who.token))

    def run(self, function, data, who, **event):
        return self.world.run(function, {"teamId": self.id, **data}, who.token, **event)

    def members(self):
        return granted(self.run("get-team", {}, self.ada))["members"]

    def roles(self):
        """The places of the people in the team, by name."""
        return {member["displayName"].lower(): member["role"] for member in self.members()}
