# SPDX-License-Identifier: Apache-2.0
"""Phone numbers as people type them."""

import pytest
from people import granted, policy, sign_up

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize("calling_code, typed, number", [
    ("7", "8 912 345-67-89", "+79123456789"), ("7", "912 345-67-89", "+79123456789"), ("36", "06 20 123 4567", "+36201234567"),
    ("39", "06 698 83462", "+390669883462"), ("49", "030 901820", "+4930901820")])
def test_a_national_number_loses_only_the_prefix_of_its_country(world, calling_code, typed, number):
    world.policy(policy(profile={"phone": "optional", "callingCode": calling_code}))
    assert granted(sign_up(world, "kim", phone=typed))["account"]["phone"] == number
