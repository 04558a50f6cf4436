# SPDX-License-Identifier: Apache-2.0
"""Configurations of Apache 2.4: each route with its executable, like those of lighttpd and nginx (webservers.py)."""

from .webservers import HEALTH, KINDS, LARGEST_HEADER_KB, READINESS, choose, drain, quoted

#: Debian's folder of modules.
MODULES = "/usr/lib/apache2/modules"
OF_ALL = ("mpm_event", "authz_core", "rewrite")
OF_CGI = ("env", "cgid")
OF_FASTCGI = ("buffer", "env", "proxy", "proxy_fcgi")

#: The conditions of a rule, in the order in which the rules of a route are tried. The last one has none.
CONDITIONS = {
    "page": 'RewriteCond "%{REQUEST_METHOD}" "^(GET|HEAD)$"\n',
    "form": 'RewriteCond "%{REQUEST_METHOD}" "^POST$"\n'
            'RewriteCond "%{HTTP:Content-Type}" "^application/x-www-form-urlencoded" [NC]\n',
    "api": "",
}


def apache(catalogue, site, *, run="/run/apache2", errors="/var/log/apache2/error.log"):
    """A whole configuration.

    run: a folder for the number of the process and for sockets
    errors: the file of errors, and with CGI of what functions write to stderr
    """
    modules = "".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so\n" for name in OF_ALL + (OF_FASTCGI if site.sockets else OF_CGI))
    becomes = f"User {site.user}\nGroup {site.user}\n" if site.user else ""
    flag = "P" if site.sockets else "L"
    answer = lambda name, rest="": f'"{place(site, name)}{rest}" [{flag}]'
    rules = "".join(rule(route, functions, answer) for route, functions in catalogue.routes.items())
    rules += f'RewriteRule "^/{READINESS}$" {answer(READINESS)}\n'
    return f"""\
{modules}{becomes}Listen {site.listen}
ServerName localhost
ServerSignature Off
TraceEnable Off
DefaultRuntimeDir {run}
PidFile {run}/apache2.pid
# There is no access log, because queries contain codes and tokens. For the same reason the error log has no referrers,
# and no errors of the module core, which contain queries.
ErrorLog {errors}
ErrorLogFormat "[%t] [%-m:%l] [pid %P] %E: %M"
LogLevel warn core:crit
LimitRequestLine {LARGEST_HEADER_KB * 1024 - 1}
LimitRequestFieldSize {LARGEST_HEADER_KB * 1024 - 1}
# `apachectl graceful-stop` waits for requests that have begun.
GracefulShutdownTimeout {drain(catalogue)}
<Directory "/">
  Require all denied
</Directory>
{served_files(site.document)}# Answers keep the Content-Length of functions, so that a client notices if the end of one is missing.
SetEnv ap_trust_cgilike_cl 1
{fastcgi() if site.sockets else cgi(site.folder, site.settings)}RewriteEngine On
# A body of chunks has no length for mod_cgid, and no limit for mod_proxy.
RewriteCond "%{{HTTP:Transfer-Encoding}}" "."
RewriteRule "^" "-" [R=411]
# Less than 10 MB, which is more than the maximum size of an event, so that the function refuses a larger one.
RewriteCond "%{{HTTP:Content-Length}}" "[0-9]{{8}}"
RewriteRule "^" "-" [R=413]
{rules}RewriteRule "^/(openapi[.]json|{HEALTH})$" "{site.document}/$1" [L]
RewriteRule "^" "{place(site, catalogue.of_unknown_paths.name)}" [{flag},QSD]
"""


def place(site, name):
    """Where a function is: its socket, or its link."""
    return f"unix:{site.sockets}/{name}|fcgi://localhost/{name}" if site.sockets else f"{site.folder}/{name}"


def served_files(document):
    return f"""\
# The two files that are served.
<Directory "{document}">
  <Files "openapi.json">
    Require all granted
    ForceType application/json
  </Files>
  <Files "{HEALTH}">
    Require all granted
    ForceType "text/plain; charset=utf-8"
  </Files>
</Directory>
"""


def cgi(folder, settings):
    variables = "".join(f"SetEnv {name} {quoted(value)}\n" for name, value in settings.items())
    return f"""\
<Directory "{folder}">
  Require all granted
  Options ExecCGI FollowSymLinks
  SetHandler cgi-script
  CGIPassAuth On
</Directory>
{variables}"""


def fastcgi():
    return """\
<Location "/">
  CGIPassAuth On
  # With this filter and proxy-sendcl, a process gets a request only when its whole body has arrived.
  SetInputFilter BUFFER
</Location>
SetEnv proxy-sendcl 1
# Processes are started by `vestibule workers`, which has the variables of the functions.
"""


def rule(route, functions, answer):
    """The rules of a route: one for each kind of request, if they have different functions."""
    if functions[0].has_subpaths:
        return f'RewriteRule "^{route}(/.*)?$" {answer(functions[0].name, "$1")}\n'
    pattern = f'RewriteRule "^{route.replace(".", "[.]")}/*$"'
    chosen = {kind: choose(functions, *KINDS[kind]) for kind in CONDITIONS}
    return "".join(
        f"{conditions}{pattern} {answer(chosen[kind])}\n" for kind, conditions in CONDITIONS.items()
        if kind == "api" or chosen[kind] != chosen["api"])
