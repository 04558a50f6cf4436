# SPDX-License-Identifier: Apache-2.0
"""scripts/serve, and `vestibule serve --inbox` which it starts: on loopback, until Ctrl-C."""

import base64
import contextlib
import hashlib
import html
import http.client
import json
import os
import re
import signal
import subprocess
import urllib.parse
import urllib.request

import pytest
from faulty import until
from ports import free_port
from runners import process, process_ids_of
from serving import SERVE
from worlds import BIN, ROOT


def get(port, path, method="GET", body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_serve_picks_a_port_and_ends_with_ctrl_c(served, tmp_path):
    process, port = served
    assert get(port, "/jwks") == (200, b'{"keys":[]}\n') and (tmp_path / "data/vestibule.db").exists()
    children = process_ids_of(process)
    # Like a terminal: to every process of the group.
    os.killpg(process.pid, signal.SIGINT)
    assert children and process.wait(20) == 0 and not any(os.path.exists(f"/proc/{number}") for number in children)
    assert not list(tmp_path.glob("vestibule-serve.*"))
    with pytest.raises(ConnectionRefusedError):
        get(port, "/jwks")


def test_serve_links_to_itself_and_accepts_its_development_key(served, tmp_path):
    _, port = served
    token = lambda claims: subprocess.run(
        [ROOT / "scripts/id-token", "token", json.dumps(claims)], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()
    identity = {"provider": "google", "idToken": token({"sub": "1", "email": "ada@example.com", "email_verified": True, "name": "Ada"})}
    json_body = {"Content-Type": "application/json"}
    signed_in = json.loads(get(port, "/sign-in", "POST", json.dumps({"identity": identity, "as": "admin"}), json_body)[1])
    bearer = {**json_body, "Authorization": f"Bearer {signed_in['session']['accessToken']}"}
    client = {"client": {"name": "Kim", "email": "kim@example.com"}, "deliver": "link"}
    link = json.loads(get(port, "/send-invitation", "POST", json.dumps(client), bearer)[1])["link"]
    assert link.startswith(f"http://127.0.0.1:{port}/invite?code=")


def test_serve_listens_on_loopback_only(served):
    _, port = served
    rows = [line.split() for table in ("tcp", "tcp6") for line in open(f"/proc/net/{table}").readlines()[1:]]
    # In the kernel's format: the address in reversed bytes, and 0A for listening.
    assert [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def test_serve_describes_its_arguments():
    helped = subprocess.run([SERVE, "--help"], capture_output=True, text=True)
    assert helped.returncode == 0 and all(option in helped.stdout for option in ("--host", "--port", "--bin"))
    assert subprocess.run([SERVE, "--nonsense"], capture_output=True).returncode == 64


# What a newcomer sees


def admin_of(folder):
    return json.loads((folder / "data/first-admin.json").read_text())


def call(port, function, data, token=None):
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    status, body = get(port, f"/{function}", "POST", json.dumps(data), {"Content-Type": "application/json", **bearer})
    return status, json.loads(body)


def signed_in(port, folder):
    status, answer = call(port, "sign-in", admin_of(folder))
    assert status == 200 and answer["state"] == "signedIn" and answer["account"]["role"] == "admin"
    return answer["session"]["accessToken"]


def mails(folder):
    return sorted((folder / "data/mail/new").glob("*"))


def test_the_first_admin_of_a_new_database_can_sign_in(served, tmp_path):
    _, port = served
    signed_in(port, tmp_path)
    assert (tmp_path / "data/first-admin.json").stat().st_mode & 0o77 == 0
    assert not mails(tmp_path), "its mails are not for the inbox"
    page = get(port, "/")[1].decode()
    assert "sam@example.com" in page and admin_of(tmp_path)["password"] in page


@pytest.mark.parametrize("arguments, variables", [(["--host", "0.0.0.0"], {}), ([], {"MAIL_URL": "smtp://127.0.0.1:1"})], ids=["network", "no-inbox"])
def test_the_overview_has_no_password_where_the_inbox_cannot_be_read_or_others_can(tmp_path, arguments, variables):
    port = free_port()
    with greeting(tmp_path, port, arguments, variables) as server:
        host = re.match(r"http://([\d.]+):", server.stdout.readline())[1]
        page = urllib.request.urlopen(f"http://{host}:{port}/", timeout=20).read().decode()
    admin = admin_of(tmp_path)
    assert admin["email"] in page and admin["password"] not in page and str(tmp_path / "data/first-admin.json") in page


def test_the_inbox_shows_mails_as_people_see_them(served, tmp_path):
    _, port = served
    assert "No email yet." in get(port, "/inbox")[1].decode()
    name = "<script>alert(1)</script> & \"Kim\""
    call(port, "send-invitation", {"client": {"name": name, "email": "kim@example.com"}}, signed_in(port, tmp_path))
    [mail] = mails(tmp_path)
    listed = get(port, "/inbox")[1].decode()
    assert [urllib.parse.unquote(name) for name in re.findall(r'href="\?mail=([^"]*)"', listed)] == [mail.name] and "Sam Carter" in listed
    call(port, "send-invitation", {"client": {"name": "Robin", "email": "robin@example.com"}}, signed_in(port, tmp_path))
    newest, older = re.findall('<li><a href="[?]mail=.*?</li>', get(port, "/inbox")[1].decode(), re.DOTALL)
    assert re.search(r"<span>Robin · \d\d:\d\d</span>", newest) and "<span>&lt;script&gt;alert(1)&lt;/script&gt; &amp; " in older
    for item, button in ((newest, "button"), (older, "button plain")):
        assert f'<button class="{button}">Open as the recipient' in item and f'value="http://127.0.0.1:{port}/invite?code=' in item
    shown = get(port, f"/inbox?mail={mail.name}")[1].decode()
    assert f'<a href="http://127.0.0.1:{port}/invite?code=' in shown, "links in the plain text can be clicked"
    [frame] = re.findall('<iframe [^>]*>', shown)
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in frame and "allow-scripts" not in frame
    assert "&lt;base target=" in frame and "<script" not in shown
    other = mail.with_name("1 & 2+3%41:2,S")
    mail.rename(other)
    [name] = [name for name in re.findall(r'href="\?mail=([^"]*)"', get(port, "/inbox")[1].decode()) if "%20" in name]
    assert get(port, f"/inbox?mail={name}") == (200, shown.encode())
    assert get(port, "/inbox?mail=../../first-admin.json")[0] == 404 == get(port, "/inbox?mail=x")[0]


def test_an_empty_inbox_says_how_to_get_a_first_mail(served, tmp_path):
    """A button, and the commands of the overview, which work as they stand."""
    _, port = served
    page = get(port, "/inbox")[1].decode()
    assert "Sign in as the trainer</button>" in page and 'href="./"' in page
    [commands] = re.findall(r"<pre[^>]*>(.*?)</pre>", get(port, "/")[1].decode(), re.DOTALL)
    done = subprocess.run(["bash", "-c", html.unescape(commands)], capture_output=True, text=True, timeout=60)
    assert '"status":"pending"' in done.stdout and len(mails(tmp_path)) == 1, done
    assert "No email yet." not in get(port, "/inbox")[1].decode()


def test_an_empty_inbox_shows_a_sample_and_looks_again_by_itself(served, tmp_path):
    _, port = served
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/inbox", timeout=20) as answer:
        page, refresh = answer.read().decode(), answer.headers["Refresh"]
    [sample] = re.findall(r'href="(theme\?mail=[^"]*)"', page)
    assert int(refresh) <= 5 and "New ones appear here by themselves." in page and b"Kim Lee" in get(port, "/" + sample)[1]
    # What somebody opens on a page that loads again would close again, so the password is on the overview only.
    assert admin_of(tmp_path)["password"] not in page and "<details" not in page
    call(port, "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, signed_in(port, tmp_path))
    # A list that loads again by itself would take the focus from people who use the keyboard.
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/inbox", timeout=20) as answer:
        assert answer.headers["Refresh"] is None and b"sample" not in answer.read()


def test_the_overview_lists_pages_by_who_opens_them(served):
    page = get(served[1], "/")[1].decode()
    titles = re.findall("<h3>([^<]*)</h3>", page)
    assert titles == ["For inviters", "For everybody who is signed in", "Without a sign-in"]
    lists = [re.findall(r'<a href="([^"]+)">/', part) for part in page.split("<h3>")[1:]]
    assert "clients" in lists[0] and "account/security" in lists[1] and "account/sign-in" in lists[2]
    assert len(re.findall('<li[^>]*><b>', page)) == 5, "the steps of an invitation"


def steps(port, cookie=""):
    """The steps of the overview, each with its class and its button or link of a button."""
    page = get(port, "/", headers={"Cookie": cookie})[1].decode()
    items = re.findall('<li(?: class="([a-z]+)")?[^>]*><b>(.*?)(?=<li|</ol>)', page, re.DOTALL)
    return [(state, re.findall('class="button"[^>]*>([^<]*)<', words)) for state, words in items]


def test_the_step_that_is_next_has_the_only_button(served, tmp_path):
    _, port = served
    assert steps(port) == [("next", ["Sign in as the trainer"]), *[("", [])] * 4]
    _, headers = press(port, "/development/sign-in", f"http://127.0.0.1:{port}")
    cookie = headers["set-cookie"].split(";")[0]
    assert steps(port, cookie) == [("done", []), ("next", ["Invite client"]), *[("", [])] * 3]
    call(port, "send-invitation", {"client": {"name": "Kim", "email": "kim@example.com"}}, signed_in(port, tmp_path))
    assert steps(port) == [*[("done", [])] * 2, ("next", ["Open the inbox"]), *[("", [])] * 2]


def press(port, path, origin, fields=""):
    """A button of the pages for development: the status, and the headers by their names in lower case."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with contextlib.closing(connection):
        connection.request("POST", path, fields, {"Content-Type": "application/x-www-form-urlencoded", **({"Origin": origin} if origin else {})})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}


def test_one_click_signs_the_first_admin_in_and_another_site_cannot_press_it(served):
    _, port = served
    own = f"http://127.0.0.1:{port}"
    status, headers = press(port, "/development/sign-in", own)
    assert (status, headers["location"]) == (303, f"{own}/clients") and "HttpOnly" in headers["set-cookie"]
    request = urllib.request.Request(f"{own}/clients", headers={"Cookie": headers["set-cookie"].split(";")[0]})
    assert "Your clients" in urllib.request.urlopen(request, timeout=20).read().decode()
    for origin in (None, "null", "https://evil.example", f"http://evil.example:{port}"):
        status, headers = press(port, "/development/sign-in", origin)
        assert status == 403 and "set-cookie" not in headers, origin


def test_a_link_is_opened_as_its_recipient_and_only_one_of_this_server(served):
    _, port = served
    own = f"http://127.0.0.1:{port}"
    status, headers = press(port, "/development/open", own, f"link={own}/invite?code=x".replace("?", "%3F"))
    assert (status, headers["location"]) == (303, f"{own}/invite?code=x") and "Max-Age=0" in headers["set-cookie"]
    for link in ("https://evil.example/", f"{own}.evil.example/", f"{own}/a%0D%0ASet-Cookie:x=y", ""):
        assert press(port, "/development/open", own, f"link={link}")[0] == 400, link


def test_queued_mails_are_delivered_without_a_scheduler(served, tmp_path):
    _, port = served
    assert call(port, "reset-password", {"email": "sam@example.com"})[0] == 200
    until(lambda: mails(tmp_path))


@pytest.mark.parametrize("path", ["/", "/inbox"])
def test_pages_for_development_have_at_most_one_script_of_their_own_and_answer_their_own_name_only(served, path):
    _, port = served
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200 and answer.headers["Cache-Control"] == "no-store"
    page = answer.read().decode()
    policy, scripts = answer.headers["Content-Security-Policy"], re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    allowed = [f"script-src 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts]
    assert policy.startswith("default-src 'none'; style-src") and re.findall("script-src .*", policy) == allowed
    assert len(scripts) == (1 if path == "/" else 0), "only the overview copies"
    assert 'rel="icon" href="data:image/svg+xml,' in page and "--page: #f3f5f8" in page, "it looks like the pages of the app"
    assert get(port, path, headers={"Host": "attacker.example"})[0] == 403
    assert get(port, path, headers={"Host": f"localhost:{port}"})[0] == 200
    assert get(port, path, "POST", "a=b")[0] == 405


def test_each_request_is_one_line_without_its_query(served, tmp_path):
    _, port = served
    get(port, "/jwks?code=SECRET")
    get(port, "/no/such/path?token=SECRET")
    lines = lambda: [line for line in (tmp_path / "log").read_text().splitlines() if " ms  127.0.0.1" in line]
    until(lambda: len(lines()) == 2)
    assert re.fullmatch(r"\d\d:\d\d:\d\d  200  GET     /jwks  \d+ ms  127\.0\.0\.1", lines()[0]) and "  404  GET     /no/such/path  " in lines()[1]
    assert "SECRET" not in (tmp_path / "log").read_text()


def test_pages_of_other_origins_may_call_functions(served):
    _, port = served
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("OPTIONS", "/sign-in", headers={"Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"})
    assert connection.getresponse().headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("variables, status", [({"MAIL_URL": "smtp://127.0.0.1:1"}, 403), ({"PUBLIC_URL": "https://pfa.example"}, 200), ({}, 200)])
def test_the_inbox_shows_only_mails_in_files(tmp_path, variables, status):
    with development(tmp_path, variables) as port:
        assert get(port, "/inbox")[0] == status and (b'href="inbox"' in get(port, "/")[1]) == (status == 200)


PRESETS = sorted((ROOT / "templates/policies").glob("*.json"))


@contextlib.contextmanager
def development(folder, variables=None):
    """`vestibule serve --inbox`: its port."""
    port = free_port()
    with greeting(folder, port, [], variables) as server:
        assert server.stdout.readline().startswith("http://")
        yield port


def greeting(folder, port, arguments, variables=None):
    """`vestibule serve --inbox`, whose first lines are its stdout."""
    command = [BIN / "vestibule", "serve", "--inbox", "--data", "data", "--port", str(port), *arguments]
    environment = {"PATH": os.environ["PATH"], **(variables or {})}
    return process(
        *command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(folder / "log", "wb"), text=True)


@pytest.mark.parametrize("host, url, warned", [
    ("127.0.0.1", r"127\.0\.0\.1", False), ("localhost", "localhost", False), ("0.0.0.0", r"[1-9][\d.]+", True), ("0", r"[1-9][\d.]+", True)])
@pytest.mark.parametrize("mail", ["maildir", "smtp"])
def test_a_public_address_is_warned_of(tmp_path, host, url, warned, mail):
    port = free_port()
    with greeting(tmp_path, port, ["--host", host], {"MAIL_URL": "smtp://127.0.0.1:1"} if mail == "smtp" else {}) as server:
        lines = [server.stdout.readline()]
        server.terminate()
        lines += server.stdout.read().splitlines()
    assert re.match(rf"http://{url}:{port} serves ", lines[0])
    assert any(line.startswith("Warning: for development only.") for line in lines) == warned
    assert any("can read the mails" in line for line in lines) == (warned and mail == "maildir")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda path: path.stem)
def test_every_preset_can_be_tried(tmp_path, preset):
    """The policy stays the app's own, and also trusts the development key. The first admin's address is of an allowed domain."""
    app = json.loads(preset.read_text())
    (tmp_path / "data").mkdir()
    (tmp_path / "data/policy.json").write_bytes(preset.read_bytes())
    domain = app.get("email", {}).get("allowedDomains", ["example.com"])[0]
    with development(tmp_path) as port:
        assert admin_of(tmp_path)["email"] == f"sam@{domain}"
        status, signed = call(port, "sign-in", admin_of(tmp_path))
        assert status == 200 and signed["account"]["role"] == app["roles"]["inviter"], signed
        token = signed["session"]["accessToken"]
        if signed["missing"]:
            given = {"phone": "2025550123", "birthDate": "1990-05-31", "consent": {"version": app.get("consent", {}).get("version")}}
            completed = call(port, "complete-account", {name: given[name] for name in signed["missing"]}, token)
            assert completed[0] == 200, completed
        email = f"kim@{domain}"
        status, sent = call(port, "send-invitation", {"client": {"name": "Kim", "email": email}}, token)
        assert status == 200 and sent["invitation"]["delivery"] == "sent", sent
        code = re.search(r"code=([A-Z2-7]{32})", mails(tmp_path)[-1].read_text().replace("=\n", "").replace("=3D", "="))[1]
        claims = {"sub": "2", "email": email, "email_verified": True, "name": "Kim"}
        made = subprocess.run([ROOT / "scripts/id-token", "token", json.dumps(claims)], cwd=tmp_path, capture_output=True, text=True, check=True)
        status, accepted = call(port, "accept-invitation", {"code": code, "identity": {"provider": "google", "idToken": made.stdout.strip()}})
        assert status == 200, accepted
        assert get(port, "/app-configuration")[0] == 200 and app["app"]["name"] in get(port, "/")[1].decode()
    assert json.loads((tmp_path / "data/policy.json").read_text()) == app, "the app's own file is not changed"


# Unknown paths


JSON_TYPES = [None, "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0", "text/plain"]
PAGE_TYPES = ["text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json;q=0.8, text/html"]


def test_unknown_paths_are_answered_in_the_form_of_the_caller(web):
    web.without_tables()
    for method in ("GET", "POST", "DELETE", "PUT", "OPTIONS"):
        for path in ("/sing-in", "/a/b/c?status=500&code=A"):
            body = b'{"a":1}' if method in ("POST", "PUT") else None
            for accept in JSON_TYPES if method == "GET" else JSON_TYPES[:1]:
                answer = web.request(method, path, body, {"Accept": accept} if accept else {})
                assert (answer.status, answer.code) == (404, "http/not-found"), (method, path, accept)
                assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
            for accept in PAGE_TYPES if method == "GET" else PAGE_TYPES[:1]:
                answer = web.request(method, path, body, {"Accept": accept})
                assert answer.status == 404 and answer.headers["Content-Type"] == "text/html; charset=utf-8", (method, path, accept)
                assert "<h1>This page doesn’t exist</h1>" in answer.body.decode()
    head = web.request("HEAD", "/sing-in")
    assert (head.status, head.body) == (404, b"") and not web.world.database.exists()
