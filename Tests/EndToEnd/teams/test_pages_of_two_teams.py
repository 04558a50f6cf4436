# SPDX-License-Identifier: Apache-2.0
"""The pages of an inviter who is in two teams."""

import pytest
from people import granted, verified
from studio import Inviter, teams_on
from visitors import Visitor


@pytest.mark.parametrize("path", [
    "/clients", "/clients?view=invite", "/clients?view=several", "/clients?view=links", "/clients?view=requests",
    "/clients?view=team", "/clients?view=report", "/members"])
def test_every_page_of_an_inviter_opens_for_somebody_in_two_teams(studio, path):
    world = studio.world
    world.policy({**teams_on(), "providers": {**teams_on()["providers"], "password": {}, "email": {}}})
    tess = verified(world, "tess", role="admin")
    granted(world.run("list-teams", {}, tess["accessToken"]))
    studio.join("tess", Inviter("tess", tess["accessToken"], tess["account"]["id"]))
    assert len(granted(world.run("list-teams", {}, tess["accessToken"]))["teams"]) == 2
    visitor = Visitor(world)
    visitor.sign_in("tess", to="/clients")
    page = visitor.get(path)
    assert page.status == 200, page.text
