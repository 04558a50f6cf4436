# SPDX-License-Identifier: Apache-2.0
"""The commands of README's "One invitation" run as written, and answer as shown."""

import re
import subprocess

from worlds import BIN, ROOT

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
VARYING = [
    (UUID, "ID"), (r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME"), (r"code=[A-Z2-7]{32}", "code=CODE"),
    (r"eyJ[\w.-]*", "TOKEN"), (r"[A-Z][a-z]+ \d+, \d{4}", "DATE"), (r"127\.0\.0\.1:\d+", "SERVER"), (r"refreshToken\":\"[^\"]*", "refreshToken\":\""),
]


def steps():
    """Each command with its shown answer, except the first one, which starts the server."""
    walk = (ROOT / "README.md").read_text().split("## One invitation")[1].split("\n## ")[0]
    lines = "\n".join(re.findall(r"^```console\n(.*?)^```", walk, re.MULTILINE | re.DOTALL))
    found = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", lines, re.MULTILINE)
    assert found[0][0] == "scripts/serve --port 8080"
    return found[1:]


def alike(text):
    for pattern, name in VARYING:
        text = re.sub(pattern, name, text)
    return "\n".join(line.strip() for line in text.strip().splitlines())


def shown(text):
    """The shown answer as a pattern: an ellipsis matches anything."""
    return re.escape(alike(text)).replace("…", ".*")


def test_the_commands_of_the_readme_answer_as_shown(served, tmp_path):
    _, port = served
    (tmp_path / "scripts").mkdir()
    for name in ("id-token", "show-mail"):
        (tmp_path / "scripts" / name).symlink_to(ROOT / "scripts" / name)
    # What scripts/run does after the build.
    (tmp_path / "scripts/run").write_text(
        '[ -s data/policy.json ] || scripts/id-token policy > data/policy.json\n'
        'export PUBLIC_URL=https://pfa.example.com MAIL_FROM="PFA <hello@pfa.example.com>" POLICY_FILE=data/policy.json\n'
        f'exec {BIN}/"$1"\n')
    (tmp_path / "scripts/run").chmod(0o755)
    script = "".join(f"echo '@@{index}'\n{command}\n" for index, (command, _) in enumerate(steps()))
    script = script.replace("http://127.0.0.1:8080", f"http://127.0.0.1:{port}")
    said = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    answers = re.split(r"@@\d+\n", said.stdout)[1:]
    assert len(answers) == len(steps()) > 10, said.stderr
    for (command, expected), answer in zip(steps(), answers):
        assert re.fullmatch(shown(expected), alike(answer), re.DOTALL), (command, answer, said.stderr)
