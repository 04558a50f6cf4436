# SPDX-License-Identifier: Apache-2.0
"""Sites of Caddy and nginx that terminate TLS in front of port 8080 of the same machine. install.sh puts in the server's name.

Neither logs queries, because links have codes in them.
"""

import urllib.parse

from . import webservers
from .settings import EXAMPLE

#: The server in the sites as they are packaged.
HOST = urllib.parse.urlsplit(EXAMPLE["PUBLIC_URL"]).hostname
ADDRESS = "127.0.0.1:8080"
#: How long Caddy waits for a server that is being restarted.
RESTART_SECONDS = 15


def files():
    return {"caddy/Caddyfile": caddy(), "nginx/vestibule-site.conf": nginx()}


def caddy():
    """The whole Caddyfile. Caddy gets the certificate, and renews it."""
    return f"""\
{{
	# Errors of the proxy contain the queries of requests, and queries contain codes.
	log {{
		format filter {{
			wrap console
			fields {{
				request>uri regexp "[?].*" ""
				request>headers delete
			}}
		}}
	}}
}}

{HOST} {{
	request_body {{
		max_size {webservers.LARGEST_REQUEST_KB}KB
	}}
	# There is no access log. A request that arrives while the server is restarted waits.
	reverse_proxy {ADDRESS} {{
		lb_try_duration {RESTART_SECONDS}s
	}}
}}
"""


def nginx():
    """A file of sites-available, with the certificate that certbot has got."""
    return f"""\
# Without the query and the referrer, because both may contain codes and tokens. The error log contains whole request
# lines.
log_format vestibule_site '$remote_addr - [$time_local] "$request_method $uri $server_protocol" $status $body_bytes_sent';

server {{
  listen 80;
  listen [::]:80;
  server_name {HOST};
  access_log /var/log/nginx/access.log vestibule_site;
  error_log /var/log/nginx/error.log alert;
  location /.well-known/acme-challenge/ {{ root /var/www/html; }}
  location / {{ return 301 https://$host$request_uri; }}
}}

server {{
  listen 443 ssl http2;
  listen [::]:443 ssl http2;
  server_name {HOST};
  ssl_certificate /etc/letsencrypt/live/{HOST}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/{HOST}/privkey.pem;
  access_log /var/log/nginx/access.log vestibule_site;
  error_log /var/log/nginx/error.log alert;
  # More than the maximum size of an event, so that the function refuses a larger one.
  client_max_body_size {webservers.LARGEST_REQUEST_KB}k;
  large_client_header_buffers 4 {webservers.LARGEST_HEADER_KB}k;
  location / {{
    proxy_pass http://{ADDRESS};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }}
}}
"""
