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


# MARK: lighttpd


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


def quoted(value):
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


# MARK: nginx


def nginx(catalogue, *, function_file, listen="127.0.0.1:8080"):
    """What stands within `http`: which function a request is for, and a server.

    function_file: where the text of `nginx_function` is
    """
    shared = [functions for functions in catalogue.routes.values() if len(functions) > 1]
    locations = "".join(
        f"  location = {route} {{ set $function {answering(functions)}; include {function_file}; }}\n"
        for route, functions in catalogue.routes.items())
    return f"""\
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

{locations}  location / {{ return 404; }}
}}
"""


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
