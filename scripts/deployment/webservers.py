# SPDX-License-Identifier: Apache-2.0
"""Configurations of lighttpd and nginx: each route, and the executable that it leads to.

A page and a function of the API may share a route. A browser's GETs and forms go to the page, all else to the API.
"""

import re

#: What a request asks for: its method, and whether whoever sends it wants a page.
KINDS = {"api": ("POST", False), "page": ("GET", True), "form": ("POST", True)}

#: More than an event may have (6 MiB), so that it is a function that refuses it.
LARGEST_REQUEST_KB = 8192
#: More than the texts around an event may have (8192 characters for `authorization`), percent-encoded too.
LARGEST_HEADER_KB = 64


def choose(functions, method, wants_page):
    """The function for a request; where none has the method, one that says so."""
    return min(functions, key=lambda function: (method not in function.methods, function.is_page != wants_page)).name


def link_served(catalogue, folder, executables):
    """Fills a folder with links to the functions that may be called over HTTP: web servers are given no other."""
    folder.mkdir()
    for function in catalogue.served:
        (folder / function.name).symlink_to(executables / function.name)


#: The header in which proxies say whom they ask for, unless TRUSTED_PROXY_HEADER names another.
PROXY_HEADER = "X-Forwarded-For"


# MARK: lighttpd

#: What a header's name may have in the place of a hyphen (RFC 9110, section 5.6.2): CGI makes "_" of each.
SEPARATORS = "!#$%&'*+-.^_`|~"


def look_alikes(header):
    """All other headers that become the same variable of CGI."""
    parts = header.split("-")
    spellings = [parts[0]]
    for part in parts[1:]:
        spellings = [f"{spelling}{separator}{part}" for spelling in spellings for separator in SEPARATORS]
    return [spelling for spelling in spellings if spelling != header]


def lighttpd(catalogue, *, folder, settings, user=None, port=8080, uploads="/var/tmp"):
    """A whole configuration.

    folder: the one of links to functions
    settings: their variables, each with an expression of lighttpd's
    user: whom it becomes where root starts it
    """
    def rules(kind):
        return ",\n  ".join(
            f'"^/+{route[1:]}/*(\\?.*)?$" => "/{choose(functions, *KINDS[kind])}$1"'
            for route, functions in catalogue.routes.items())

    becomes = f'server.username = "{user}"\nserver.groupname = "{user}"\n' if user else ""
    variables = ",\n  ".join(f'"{name}" => {value}' for name, value in settings.items())
    dropped = "".join(wrapped(f'"{name}" => ""' for name in look_alikes(PROXY_HEADER)))
    return f"""\
server.modules = ("mod_rewrite", "mod_setenv", "mod_cgi")
{becomes}server.bind = "127.0.0.1"
server.port = {port}
server.document-root = "{folder}"
server.upload-dirs = ("{uploads}")
# More than an event may have, so that it is a function that refuses it.
server.max-request-size = {LARGEST_REQUEST_KB}
server.max-request-field-size = {LARGEST_HEADER_KB * 1024 - 1}
# What is in a query or a body is for a function to say no to, in the shape of all its answers.
server.http-parseopts = ("url-ctrls-reject" => "disable", "method-get-body" => "enable")
server.feature-flags = ("server.graceful-shutdown-timeout" => 5)
# There is no access log: queries have codes and tokens.
# CGI makes one variable of {PROXY_HEADER} and of each of these, which only a client sends. They are dropped, so that it
# counts as itself; where another header is the proxy's, such a client counts as the proxy.
setenv.set-request-header = (
{dropped})
setenv.set-environment = (
  {variables})
cgi.assign = ("" => "")
url.rewrite-once = (
  {rules("api")})
$HTTP["request-method"] =~ "^(GET|HEAD)$" {{
  url.rewrite-once = (
  {rules("page")})
}}
# A form that a browser sends goes to the page of a route that has one, all else to the API.
$HTTP["request-method"] == "POST" {{
  $REQUEST_HEADER["Content-Type"] =~ "^(?i)application/x-www-form-urlencoded" {{
    url.rewrite-once = (
  {rules("form")})
  }}
}}
"""


def wrapped(texts, width=116):
    """A list in lines of no more than so many characters."""
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


def nginx(catalogue, *, function_file, listen="127.0.0.1:8080"):
    """What stands within `http`: which function a request is for, and a server.

    function_file: where the text of `nginx_function` is
    """
    shared = [functions for functions in catalogue.routes.values() if len(functions) > 1]
    locations = "".join(
        f"  location = {route} {{ set $function {answering(functions)}; {quiet(functions)}include {function_file}; }}\n"
        for route, functions in catalogue.routes.items())
    return f"""\
# Without the query, which has codes and tokens, and without the page that led here, whose query may have some.
log_format vestibule '$remote_addr - [$time_local] "$request_method $uri $server_protocol" $status $body_bytes_sent';
map "$request_method $http_content_type" $asks_for {{
  default api;
  "~^(GET|HEAD) " page;
  "~*^POST application/x-www-form-urlencoded" form;
}}
{"".join(map(choice, shared))}
server {{
  listen {listen};
  # More than an event may have, so that it is a function that refuses it.
  client_max_body_size {LARGEST_REQUEST_KB}k;
  large_client_header_buffers 4 {LARGEST_HEADER_KB}k;
  access_log /var/log/nginx/access.log vestibule;
  # A client's X_Forwarded_For would become the same variable as a proxy's X-Forwarded-For.
  underscores_in_headers off;
  ignore_invalid_headers on;

{locations}  location / {{ return 404; }}
}}
"""


def quiet(functions):
    """Links lead to pages with codes in their queries, and nginx's log of errors has the whole line of a request."""
    return "error_log /var/log/nginx/error.log alert; " if any(function.is_page for function in functions) else ""


def answering(functions):
    """The function's name, or the variable that has it."""
    return functions[0].name if len(functions) == 1 else f"${shared_name(functions)}"


def shared_name(functions):
    return "at" + re.sub(r"\W", "_", functions[0].route)


def choice(functions):
    names = "".join(f"{kind} {choose(functions, *asked)}; " for kind, asked in KINDS.items())
    return f"map $asks_for ${shared_name(functions)} {{ {names}}}\n"


def nginx_function(*, folder, settings, socket="/run/fcgiwrap.socket"):
    """How fcgiwrap is to start a function: from a folder of links, with the values of its variables."""
    lines = "".join(f"fastcgi_param {name} {quoted(value)};\n" for name, value in settings.items())
    return f"""\
include /etc/nginx/fastcgi_params;
fastcgi_param SCRIPT_FILENAME {folder}/$function;
{lines}fastcgi_pass unix:{socket};
"""
