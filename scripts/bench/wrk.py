# SPDX-License-Identifier: Apache-2.0
"""Load by wrk (Debian's package): one thread that sends requests over connections that it keeps, each as soon as the last is answered."""

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass

UNITS = {"us": 0.001, "ms": 1, "s": 1000}
#: Takes the next of the bodies for each request. wrk asks for one more per connection than are answered.
BODIES = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies, taken = {}, 0
for body in io.lines(%s) do bodies[#bodies + 1] = body end
function request()
  taken = taken + 1
  return wrk.format(nil, nil, nil, bodies[taken])
end
"""


@dataclass(frozen=True)
class Load:
    """What wrk measured: requests a second, the median and the 99th percentile in milliseconds, and how many were refused."""

    rate: float
    median: float
    late: float
    refused: int


def load(port, path, script, connections, seconds):
    """Requests as a Lua script of wrk makes them."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", file.name, f"http://127.0.0.1:{port}{path}"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    failed = re.search(r"Socket errors: (.*)", said)
    assert not failed or "connect 0, read 0, write 0" in failed[0], said
    median, late = (float(number) * UNITS[unit] for number, unit in re.findall(r"(?:50|99)%\s+([\d.]+)(us|ms|s)", said))
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    return Load(float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]), median, late, int(refused[1]) if refused else 0)


def load_once(port, path, bodies, connections, seconds):
    """POST requests with these JSON bodies, each once. There must be more of them than are answered in the time."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.writelines(json.dumps(body) + "\n" for body in bodies)
        file.flush()
        found = load(port, path, BODIES % json.dumps(file.name), connections, seconds)
    assert found.rate * seconds < len(bodies) - connections, f"{len(bodies)} requests were too few"
    assert found.refused == 0, f"{found.refused} requests were refused"
    return found
