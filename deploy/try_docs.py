"""`./dev docs`: does on an empty Debian what docs/server.md says, block by block.

Every file is written where it says, every command is run, the units, nginx and Caddy are checked by
their own programs. Then the service's command runs as the unit says, with everything read-only but
its data, and a walk goes through nginx and through Caddy. Needs root and debootstrap.
"""

import argparse
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from deploy.debian_root import DebianRoot
from deploy.doc_blocks import COMMANDS, Block, blocks
from deploy.release import LOCK, ROOT, CannotRelease, wheel_in

PAGE: Final = "server.md"
RELEASE: Final = "/opt/release"
UNIT: Final = "/etc/systemd/system/quartermaster@.service"
CADDY: Final = "/etc/caddy/Caddyfile"
CADDY_BELOW: Final = "/etc/caddy/Caddyfile.below-a-path"
NGINX: Final = "/etc/nginx/conf.d/quartermaster.conf"
BELOW: Final = "/sheet"
OTHER_PROGRAM: Final = "python3 -m http.server 3000 --bind 127.0.0.1 --directory /usr/share/doc"
DATA: Final = "/var/lib/quartermaster"
NAME: Final = "sheet.example.org"
ASK_OTHER: Final = f"""
import ssl, urllib.request
context = ssl._create_unverified_context()
assert b"Directory listing" in urllib.request.urlopen("https://{NAME}/", context=context).read()
"""
CERTIFICATE: Final = f"/etc/letsencrypt/live/{NAME}"
MOST_EXPOSED: Final = 2.0
CHECKERS: Final = "systemd nginx-light caddy openssl python3 iproute2"
LOCAL_CERTIFICATES: Final = (
    "{\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
)
REMOVAL: Final = "userdel"
SYSTEMCTL: Final = """#!/bin/sh
# Enables units, which needs no systemd that runs; what only that could do is left out.
verb=$1; shift
[ "$1" != --now ] || shift
case $verb in enable | disable) exec /usr/bin/systemctl --quiet --root=/ "$verb" "$@" ;; esac
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./dev docs", description=__doc__)
    parser.add_argument("--release", default="trixie", help="the Debian to try it on")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(dir="/var/tmp") as scratch:
            root = DebianRoot(Path(scratch) / "debian", options.release)
            with root:
                try_page(root)
    except CannotRelease as reason:
        print(f"dev: {reason}", file=sys.stderr)
        return 1
    return 0


def try_page(root: DebianRoot) -> None:
    """Follow the page from the installation to the removal."""
    put_release(root)
    root.run(f"apt-get install -qq -y --no-install-recommends {CHECKERS}")
    root.write("/usr/local/bin/systemctl", SYSTEMCTL, 0o755)
    root.run(
        f"mkdir -p {CERTIFICATE}; openssl req -x509 -newkey rsa:2048 -nodes -days 2"
        f" -subj /CN={NAME} -keyout {CERTIFICATE}/privkey.pem -out {CERTIFICATE}/fullchain.pem"
    )
    page = blocks(PAGE)
    at_the_end = [block for block in page if REMOVAL in block.text]
    for block in page:
        if block.path:
            root.write(block.path, block.text)
        elif block.language == COMMANDS and block not in at_the_end:
            follow(root, block)
    check_files(root)
    for proxy in ("nginx", f"caddy run --config {CADDY}"):
        print(proxy.split()[0], walk_behind(root, proxy))
    put_below_a_path(root)
    for proxy in ("nginx", f"caddy run --config {CADDY_BELOW}"):
        print(proxy.split()[0], walk_behind(root, proxy, BELOW))
    for block in at_the_end:
        follow(root, block)


def put_release(root: DebianRoot) -> None:
    """Put what a release has for a server, and the walk, into the Debian."""
    folder = root.folder / RELEASE.lstrip("/")
    folder.mkdir(parents=True)
    wheel_in(folder)
    shutil.copyfile(ROOT / LOCK, folder / LOCK)
    shutil.copyfile(ROOT / "deploy/walk.py", folder / "walk.py")


def follow(root: DebianRoot, block: Block) -> None:
    """Run the commands of a block; what systemd would do after them is done here."""
    text = re.sub(r"^(apt-get install)", r"\1 -qq -y", block.text, flags=re.MULTILINE)
    # Where no systemd runs, nobody starts PostgreSQL and nobody makes the state directory.
    text = text.replace("postgresql\n", "postgresql\nservice postgresql start\n", 1)
    root.run(f"cd {RELEASE}\n{text}")
    if text.endswith("enable --now quartermaster@8000\n"):
        root.run(f"install -d -m 700 -o quartermaster -g quartermaster {DATA}")
        root.run(f"{serving(root, 8000)}python3 walk.py http://localhost:8000 --most 1", True)


def check_files(root: DebianRoot) -> None:
    """Let the programs that read the files check them; raises `CannotRelease`."""
    instance = UNIT.replace("@", "@8000")
    root.run(f"cp {UNIT} {instance} && systemd-analyze verify {instance}")
    root.run("systemd-analyze verify /etc/systemd/system/quartermaster-backup.*")
    judged = root.run(
        f"systemd-analyze security --offline=true --no-pager {instance}; rm {instance}"
    )
    exposed = re.findall(r"exposure level for .*: ([0-9.]+)", judged)
    if not exposed or float(exposed[0]) > MOST_EXPOSED:
        raise CannotRelease(f"The unit is more exposed than {MOST_EXPOSED}: {exposed}.")
    root.run("nginx -t")
    root.run(f"caddy validate --config {CADDY}")


def put_below_a_path(root: DebianRoot) -> None:
    """Put the sheet below a path, and another program beside it."""
    root.run(f"echo QUARTERMASTER_PATH={BELOW} >>/etc/quartermaster.conf")
    there = (root.folder / NGINX.lstrip("/")).read_text("utf-8")
    other = "    location / { proxy_pass http://127.0.0.1:3000; }\n}\n"
    below = there.replace("location /", f"location {BELOW}/").rstrip().removesuffix("}")
    root.write(NGINX, f"{below}{other}")


def walk_behind(root: DebianRoot, proxy: str, path: str = "") -> str:
    """Start the service and this proxy in a network of their own, and walk; return the result."""
    for name in (CADDY, CADDY_BELOW):
        caddy = (root.folder / name.lstrip("/")).read_text("utf-8").removeprefix(LOCAL_CERTIFICATES)
        root.write(name, LOCAL_CERTIFICATES + caddy)
    # At the first address another program answers.
    beside = f"python3 -c {shlex.quote(ASK_OTHER)} &&" if path else ""
    return root.run(
        f"echo 127.0.0.1 {NAME} >>/etc/hosts; service postgresql restart >/dev/null\n"
        f"{serving(root, 8000)}{serving(root, 8001)}"
        f"{OTHER_PROGRAM} >/opt/other.log 2>&1 &\n{wait_for(3000)}"
        f"{proxy} >/opt/proxy.log 2>&1 &\n{wait_for(443)}"
        f"{beside} python3 walk.py https://{NAME}{path} --unverified"
        " || { tail -n 30 /opt/*.log; exit 1; }",
        isolated=True,
    ).splitlines()[-1]


def serving(root: DebianRoot, port: int) -> str:
    """Return the lines that start the service in a network of its own, and wait for it."""
    command = as_the_unit(root, port)
    return f"ip link set lo up; cd {RELEASE}\n{command} >/opt/{port}.log 2>&1 &\n{wait_for(port)}"


def wait_for(port: int) -> str:
    """Return the lines that wait until something listens on a port."""
    loopback = '"127.0.0.1"'
    connect = f"import socket; socket.create_connection(({loopback}, {port}))"
    return (
        f"for try in $(seq 240); do python3 -c '{connect}' 2>/dev/null && break; sleep 0.5; done\n"
    )


def as_the_unit(root: DebianRoot, port: int) -> str:
    """Return the command of the unit, without rights and with nothing writable but its data."""
    unit = (root.folder / UNIT.lstrip("/")).read_text("utf-8")
    setting = dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE))
    command = setting["ExecStart"].replace("%i", str(port))
    dropped = "--init-groups --no-new-privs --bounding-set=-all --inh-caps=-all"
    user = setting["User"]
    return (
        f"unshare --mount sh -ec 'mount --bind {DATA} {DATA}; mount -o remount,bind,ro /;"
        f" set -a; . {setting['EnvironmentFile']}; cd /;"
        f" exec setpriv --reuid {user} --regid {user} {dropped} {command}'"
    )


if __name__ == "__main__":
    sys.exit(main())
