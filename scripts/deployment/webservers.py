# SPDX-License-Identifier: Apache-2.0
"""Configurations of lighttpd and nginx: each route with its executable.

A page and an API function may share a route. GET requests and forms go to the page, all other requests to the API.
"""

import re
from dataclasses import dataclass

#: The kinds of requests: the method, and whether the client expects a page.
KINDS = {"api": ("POST", False), "page": ("GET", True), "form": ("POST", True)}

#: More than the maximum size of an event (6 MiB), so that the function refuses a larger one.
LARGEST_REQUEST_KB = 8192
#: More than the attributes of an event may have (8192 characters for `authorization`), also when percent-encoded.
LARGEST_HEADER_KB = 64


def choose(functions, method, wants_page):
    """The function for a request. If none has the method, the chosen one refuses the method."""
    return min(functions, key=lambda function: (method not in function.methods, function.is_page != wants_page)).name


#: What says that the web server runs: a file with this content.
HEALTH, ALIVE = "healthz", "ok\n"
#: What says that functions can work: a process of `vestibule workers`, and with CGI a script.
READINESS = "readyz"


@dataclass(frozen=True)
class Site:
    """What a web server serves: the functions, and two files.

    folder: the links to the functions
    document: the folder with openapi.json and healthz
    settings: their variables, for lighttpd each with an expression in its syntax
    sockets: the folder of the sockets of `vestibule workers`; without it, each request starts a process (CGI)
    user: the user of the server if root starts it
    """

    folder: str
    document: str
    settings: dict | None = None
    sockets: str | None = None
    user: str | None = None
    listen: str = "127.0.0.1:8080"


def link_served(catalogue, folder, executables):
    """Fills a folder with links to the functions that have a route, and the check of readiness. Web servers can start only these."""
    folder.mkdir()
    for function in catalogue.served:
        (folder / function.name).symlink_to(executables / function.name)
    (folder / READINESS).write_text(readiness(executables))
    (folder / READINESS).chmod(0o755)


def readiness(executables):
    """A script that answers over CGI as `vestibule ready --fastcgi` does."""
    return f"""\
#!/bin/sh
# Answers /readyz over CGI: 200 if functions can work, and otherwise 503 with the code of the error.
case $0 in */*) cd "${{0%/*}}" ;; esac
# The operators' command does not work for a web server otherwise.
unset GATEWAY_INTERFACE
{executables}/vestibule ready > /dev/null 2>&1
case $? in
  0) status='200 OK' text=ready ;;
  75) status='503 Service Unavailable' text=service/unavailable ;;
  *) status='503 Service Unavailable' text=service/misconfigured ;;
esac
printf 'Status: %s\\r\\nContent-Type: text/plain; charset=utf-8\\r\\nCache-Control: no-store\\r\\n\\r\\n%s\\n' "$status" "$text"
"""


#: The header in which proxies write the client's address, unless TRUSTED_PROXY_HEADER names another.
PROXY_HEADER = "X-Forwarded-For"


def drain(catalogue):
    """The seconds in which requests are answered after SIGTERM: more than any deadline."""
    return max(function.deadline for function in catalogue.served) + 1


def grace(catalogue):
    """The seconds in which the web server and then the processes end after SIGTERM."""
    return drain(catalogue) + 2


# MARK: lighttpd

#: Writes each line of stdin without what follows a question mark. The errors of mod_fastcgi contain queries, and
#: queries contain codes.
WITHOUT_QUERIES = "set -f; IFS=; while read -r line; do printf %s ${line%%[?]*}; echo; done"

#: The characters that a header name may contain instead of a hyphen (RFC 9110, section 5.6.2). CGI turns each into "_".
SEPARATORS = "!#$%&'*+-.^_`|~"


def look_alikes(header):
    """All other headers that become the same CGI variable."""
    parts = header.split("-")
    spellings = [parts[0]]
    for part in parts[1:]:
        spellings = [f"{spelling}{separator}{part}" for spelling in spellings for separator in SEPARATORS]
    return [spelling for spelling in spellings if spelling != header]


def lighttpd(catalogue, site, *, uploads="/var/tmp", errors="| logger -t lighttpd"):
    """A whole configuration.

    errors: where the shell that removes queries writes errors, with sockets. Its own stdout is /dev/null.
    """
    def rules(kind):
        rules = [rewriting(route, functions, kind) for route, functions in catalogue.routes.items()]
        return ",\n  ".join([*rules, *kept, f'"^" => "/{catalogue.of_unknown_paths.name}"'])

    kept = [f'"^/{name}(\\?.*)?$" => "$0"' for name in ("openapi\\.json", HEALTH, READINESS)]
    becomes = f'server.username = "{site.user}"\nserver.groupname = "{site.user}"\n' if site.user else ""
    start = lighttpd_fastcgi(catalogue, site.sockets, errors) if site.sockets else lighttpd_cgi(site.settings)
    bind, port = site.listen.rsplit(":", 1)
    dropped = "".join(wrapped(f'"{name}" => ""' for name in look_alikes(PROXY_HEADER)))
    return f"""\
server.modules = ("mod_rewrite", "mod_setenv", "{'mod_fastcgi' if site.sockets else 'mod_cgi'}")
{becomes}server.bind = "{bind}"
server.port = {port}
server.document-root = "{site.folder}"
server.upload-dirs = ("{uploads}")
# More than the maximum size of an event, so that the function refuses a larger one.
server.max-request-size = {LARGEST_REQUEST_KB}
server.max-request-field-size = {LARGEST_HEADER_KB * 1024 - 1}
# The functions validate queries and bodies, so that every refusal has the same format.
server.http-parseopts = ("url-ctrls-reject" => "disable", "method-get-body" => "enable")
server.feature-flags = ("server.graceful-shutdown-timeout" => {drain(catalogue)})
# There is no access log, because queries contain codes and tokens.
# CGI turns {PROXY_HEADER} and each of these headers into the same variable. Only clients send them, to forge their
# address: they are dropped. If the proxy uses another header, such a client counts as the proxy.
setenv.set-request-header = (
{dropped})
{start}# The two files that are served.
$HTTP["url"] =~ "^/(openapi[.]json|{HEALTH})$" {{
  server.document-root = "{site.document}"
  mimetype.assign = (".json" => "application/json", "" => "text/plain; charset=utf-8")
{'' if site.sockets else '  cgi.assign = ()' + chr(10)}}}
url.rewrite-once = (
  {rules("api")})
$HTTP["request-method"] =~ "^(GET|HEAD)$" {{
  url.rewrite-once = (
  {rules("page")})
}}
# A form goes to the page if the route has one. All other requests go to the API.
$HTTP["request-method"] == "POST" {{
  $REQUEST_HEADER["Content-Type"] =~ "^(?i)application/x-www-form-urlencoded" {{
    url.rewrite-once = (
  {rules("form")})
  }}
}}
"""


def rewriting(route, functions, kind):
    """The rule of a route. What follows the route of a function with subpaths becomes its PATH_INFO."""
    name = choose(functions, *KINDS[kind])
    if functions[0].has_subpaths:
        return f'"^/+{route[1:]}(/[^?]*)?(\\?.*)?$" => "/{name}$1$2"'
    return f'"^/+{route[1:]}/*(\\?.*)?$" => "/{name}$1"'


def lighttpd_cgi(settings):
    variables = ",\n  ".join(f'"{name}" => {value}' for name, value in settings.items())
    return f"""\
setenv.set-environment = (
  {variables})
cgi.assign = ("" => "")
"""


def lighttpd_fastcgi(catalogue, sockets, errors):
    """Keys are prefixes of the path, and the first that matches counts: a longer name comes before its own beginning."""
    names = [READINESS, *(function.name for function in catalogue.served)]
    rules = ",\n  ".join(
        f'"/{name}" => (("socket" => "{sockets}/{name}", "check-local" => "disable"))' for name in sorted(names, reverse=True))
    return f"""\
mimetype.assign = ("" => "text/plain")
# Errors are logged without queries.
server.errorlog = "|/bin/sh -c '{WITHOUT_QUERIES} {errors}'"
# Processes are started by `vestibule workers`, which has the variables of the functions.
fastcgi.server = (
  {rules})
"""


def wrapped(texts, width=116):
    """A list in lines of at most `width` characters."""
    line = ""
    for text in texts:
        if line and len(line) + len(text) > width:
            yield f"  {line},\n"
            line = ""
        line += f", {text}" if line else text
    yield f"  {line}"


def quoted(value):
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


# MARK: nginx


def nginx(catalogue, *, function_file, document, listen="127.0.0.1:8080"):
    """The content of `http`: the choice of the function for each request, and a server.

    document: the folder with openapi.json and healthz
    function_file: the path of the file with the text of `nginx_function`
    """
    shared = [functions for functions in catalogue.routes.values() if len(functions) > 1]
    locations = "".join(
        f"  location {location(route, functions)} {{ set $function {answering(functions)}; {quiet(functions)}include {function_file}; }}\n"
        for route, functions in catalogue.routes.items())
    return f"""\
# Without the query and the referrer, because both may contain codes and tokens.
log_format vestibule '$remote_addr - [$time_local] "$request_method $uri $server_protocol" $status $body_bytes_sent';
map "$request_method $http_content_type" $asks_for {{
  default api;
  "~^(GET|HEAD) " page;
  "~*^POST application/x-www-form-urlencoded" form;
}}
{"".join(map(choice, shared))}
server {{
  listen {listen};
  # More than the maximum size of an event, so that the function refuses a larger one.
  client_max_body_size {LARGEST_REQUEST_KB}k;
  large_client_header_buffers 4 {LARGEST_HEADER_KB}k;
  access_log /var/log/nginx/access.log vestibule;
  # Without this, a client's X_Forwarded_For would become the same variable as the proxy's X-Forwarded-For.
  underscores_in_headers off;
  ignore_invalid_headers on;

{locations}  location = /openapi.json {{ root {document}; types {{ application/json json; }} }}
  location = /{HEALTH} {{ root {document}; types {{ }} default_type "text/plain; charset=utf-8"; access_log off; }}
  location = /{READINESS} {{ set $function {READINESS}; access_log off; {QUIET}include {function_file}; }}
  location / {{ set $function {catalogue.of_unknown_paths.name}; set $args ""; {QUIET}include {function_file}; }}
}}
"""


def location(route, functions):
    return f"^~ {route}/" if functions[0].has_subpaths else f"= {route}"


#: Turns off the error log: it contains whole request lines.
QUIET = "error_log /var/log/nginx/error.log alert; "


def quiet(functions):
    """Turns off the error log of routes with pages, because the queries of pages contain codes."""
    return QUIET if any(function.is_page or function.has_subpaths for function in functions) else ""


def answering(functions):
    """The function's name, or the variable that contains it."""
    return functions[0].name if len(functions) == 1 else f"${shared_name(functions)}"


def shared_name(functions):
    return "at" + re.sub(r"\W", "_", functions[0].route)


def choice(functions):
    names = "".join(f"{kind} {choose(functions, *asked)}; " for kind, asked in KINDS.items())
    return f"map $asks_for ${shared_name(functions)} {{ {names}}}\n"


def nginx_workers(*, sockets):
    """The same for the processes of `vestibule workers`, which has the variables of the functions."""
    return f"""\
include /etc/nginx/fastcgi_params;
fastcgi_pass unix:{sockets}/$function;
"""


def nginx_function(*, folder, settings, socket="/run/fcgiwrap.socket"):
    """The parameters with which fcgiwrap starts a function: its path in a folder of links, and its variables."""
    lines = "".join(f"fastcgi_param {name} {quoted(value)};\n" for name, value in settings.items())
    return f"""\
include /etc/nginx/fastcgi_params;
fastcgi_param SCRIPT_FILENAME {folder}/$function;
{lines}fastcgi_pass unix:{socket};
"""
