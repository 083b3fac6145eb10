"""Checks the pages in Docs/deploy: the programs that they are about read their configurations, and their commands do what they say.

usage: check_deploy.py PROGRAM RECORDING

PROGRAM is aggregate, beside aggregate-server. Needs nginx, caddy, promtool, openssl, check-jsonschema and kubernetes-validate in PATH, and
PyYAML. Prints each fault on a separate line, and exits with 1 if there is any.
"""

import contextlib
import html
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

import yaml

PROGRAM, RECORDING = Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute()
TOP = Path(__file__).resolve().parents[2]
PAGES = TOP / "Docs/deploy"
faults = []


def expect(is_right, text):
    if not is_right:
        faults.append(text)
        print(f"fault: {text}", flush=True)


def blocks(page, language):
    """The fenced blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (TOP / "Docs" / page).read_text(), re.MULTILINE | re.DOTALL)


def reads(what, *command, **options):
    """Runs a program that must succeed. Returns what it printed."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    expect(result.returncode == 0, f"{what}: {command[0]} fails with {result.returncode}: {(result.stdout + result.stderr).strip()[-2000:]}")
    return result.stdout


def free_port():
    """A port that is free at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def wait_until_open(port, process):
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        if process.poll() is not None:
            return False
        time.sleep(0.1)
    return False


@contextlib.contextmanager
def running(what, command, port):
    """A process that listens on a port."""
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        if not wait_until_open(port, process):
            process.kill()
            expect(False, f"{what}: {command[0]} does not listen: {process.stderr.read()[-2000:]}")
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield process
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def serving(*options):
    """A server. The value is its port."""
    port = free_port()
    with running("the server", [PROGRAM, "serve", "--port", port, *options], port):
        yield port


def ask(port, target, host="localhost", tls=False):
    """The status, the header fields and the body of a response."""
    context = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=20) if tls else http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with contextlib.closing(connection):
        connection.request("GET", target, headers={"Host": host})
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()


# MARK: Proxies


def nginx_configuration(folder, block, port, backend):
    """Writes a whole configuration around a block of a page. Its port for TLS becomes `port`, its server `backend`."""
    block = re.sub(r"listen 443 ssl( http2)?;", rf"listen 127.0.0.1:{port} ssl\1;", block)
    block = re.sub(r"listen 80;", f"listen 127.0.0.1:{free_port()};", block)
    block = re.sub(r"(ssl_certificate(?:_key)?) \S+;", lambda found: f"{found[1]} {folder}/{'key' if 'key' in found[1] else 'certificate'}.pem;", block)
    block = re.sub(r"http://(127\.0\.0\.1|serve):8080", f"http://127.0.0.1:{backend}", block)
    places = "".join(f"{name}_temp_path {folder}/{name}; " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file = folder / "nginx.conf"
    file.write_text(f"daemon off; worker_processes 1; pid {folder}/nginx.pid;\nevents {{}}\nhttp {{ {places} access_log off;\n{block}\n}}\n")
    return ["nginx", "-e", folder / "error.log", "-p", folder, "-c", file]


def caddy_configuration(folder, block, port=None, backend=8080):
    """Writes the configuration of a page. With a port, its site is there, without TLS."""
    if port:
        block = re.sub(r"^(\S+) \{", rf"http://\1:{port} {{", block).replace(":8080", f":{backend}")
        block = "{\n\tadmin off\n\tauto_https off\n}\n" + block
    file = folder / "Caddyfile"
    file.write_text(block)
    return file


def follow(what, port, tls, backend):
    """Follows the links of all pages of the site below a path. All must be below it, and must exist."""
    host, base = "www.example.edu", "/dining"
    status, fields, _ = ask(port, base, host, tls)
    expect(300 < status < 400 and urllib.parse.urlsplit(fields["location"]).path == f"{base}/", f"{what}: {base} is answered with {status}")
    status, fields, _ = ask(port, f"{base}/?campus=penn&open=now", host, tls)
    expect(status == 308 and fields["location"].startswith(f"{base}/penn"), f"{what}: an earlier address leads to {fields.get('location')}")
    expect(ask(port, f"{base}/metrics", host, tls)[0] == 404, f"{what}: /metrics is public")
    expect(ask(backend, "/metrics")[0] == 200, f"{what}: /metrics is missing on the machine itself")
    waiting, known = [f"{base}/", f"{base}/penn", f"{base}/all", f"{base}/sw.js", f"{base}/api/v1/entries"], set()
    while waiting and len(known) < 150:
        target = waiting.pop(0)
        if target in known:
            continue
        known.add(target)
        status, fields, body = ask(port, target, host, tls)
        expect(status in (200, 308, 303, 302), f"{what}: {target} is answered with {status}")
        links = [fields["location"]] if "location" in fields else []
        if fields.get("content-type", "").startswith("text/html"):
            links += [html.unescape(link) for link in re.findall(r'(?:href|src|action)="([^"]*)"', body.decode())]
        for link in links:
            if re.match(r"(#|[a-z]+:)", link) or not link:
                continue
            link = urllib.parse.urljoin(target, link)
            expect(link == base or link.startswith(f"{base}/"), f"{what}: {target} has a link to {link}")
            waiting.append(link.partition("#")[0])
    expect(len(known) > 100, f"{what}: only {len(known)} pages were found")


def check_proxies(folder):
    reads("openssl", "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=example.edu", "-keyout", folder / "key.pem",
          "-out", folder / "certificate.pem")
    compose = yaml.safe_load((PAGES / "compose.yaml").read_text())
    found = {page: blocks(page, "nginx") for page in ("use-the-api.md", "deploy/proxy.md", "deploy/base-path.md")}
    found["deploy/compose.yaml"] = [compose["configs"]["site"]["content"].replace("$$", "$")]
    for page, texts in found.items():
        expect(texts, f"{page} has no configuration for nginx")
        for text in texts:
            reads(page, *nginx_configuration(folder, text, free_port(), 8080), "-t")
    for page in ("deploy/proxy.md", "deploy/base-path.md"):
        expect(blocks(page, "caddyfile"), f"{page} has no configuration for Caddy")
        for text in blocks(page, "caddyfile"):
            reads(page, "caddy", "validate", "--adapter", "caddyfile", "--config", caddy_configuration(folder, text))

    # A site of its own.
    with serving("--sample", "--allow-host", "dining.example.edu") as backend:
        for page in ("deploy/proxy.md", "deploy/compose.yaml"):
            port = free_port()
            with running(page, nginx_configuration(folder, found[page][0], port, backend), port):
                status, _, body = ask(port, "/penn", "dining.example.edu", tls=True)
                expect(status == 200 and b"Houston" in body, f"{page}: /penn is answered with {status}")
                expect(ask(port, "/metrics", "dining.example.edu", tls=True)[0] == 404, f"{page}: /metrics is public")
    # A site below a path, which the proxy passes on, or removes.
    with serving("--sample", "--base-path", "/dining", "--allow-host", "www.example.edu") as backend:
        text = blocks("deploy/base-path.md", "nginx")[0]
        for name, block in (("passed on", text), ("removed", text.replace("proxy_pass http://127.0.0.1:8080;", "proxy_pass http://127.0.0.1:8080/;"))):
            port = free_port()
            with running("nginx", nginx_configuration(folder, block, port, backend), port):
                follow(f"nginx, the path is {name}", port, True, backend)
        port = free_port()
        file = caddy_configuration(folder, blocks("deploy/base-path.md", "caddyfile")[0], port, backend)
        with running("caddy", ["caddy", "run", "--adapter", "caddyfile", "--config", file], port):
            follow("caddy", port, False, backend)


# MARK: Monitoring


def metric_names(text):
    """The metrics that a text in Prometheus's format declares."""
    return set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))


def check_monitoring(folder):
    rules, tests = PAGES / "prometheus-rules.yaml", TOP / "Tests/Oracles/deploy/prometheus-rules.test.yaml"
    reads("the rules", "promtool", "check", "rules", rules)
    reads("the tests of the rules", "promtool", "test", "rules", tests)
    scrape = folder / "prometheus.yaml"
    scrape.write_text(blocks("deploy/monitoring.md", "yaml")[0].replace("/etc/prometheus/aggregate-rules.yaml", str(rules)))
    reads("monitoring.md", "promtool", "check", "config", scrape)
    alerts = {rule["alert"] for group in yaml.safe_load(rules.read_text())["groups"] for rule in group["rules"]}
    page = (PAGES / "monitoring.md").read_text()
    expect(alerts == set(re.findall(r"^\| `(Aggregate\w+)`", page, re.MULTILINE)), "monitoring.md lists other alerts than the rules")
    tested = {case["alertname"] for group in yaml.safe_load(tests.read_text())["tests"] for case in group["alert_rule_test"] if case["exp_alerts"]}
    expect(alerts == tested, f"no test fires {sorted(alerts - tested)}")

    with serving("--sample") as origin, serving("--catalog", f"http://127.0.0.1:{origin}/api/v1/catalog", "--allow-private") as follower:
        for _ in range(100):
            if ask(follower, "/readyz")[0] == 200:
                break
            time.sleep(0.1)
        text = ask(follower, "/metrics")[2].decode()
    reads("the metrics", "promtool", "check", "metrics", input=text)
    names = metric_names(text)
    used = set(re.findall(r"aggregate_\w+", re.sub(r'"[^"]*"', "", rules.read_text())))
    expect({re.sub("_bucket$", "", name) for name in used} <= names, f"the rules use {sorted(used)}, the server has {sorted(names)}")
    documented = set(re.findall(r"`(aggregate_\w+)", page))
    expect(documented == names, f"monitoring.md describes {sorted(documented)}, the server has {sorted(names)}")


# MARK: Containers


def starts(what, arguments, catalog):
    """Starts the server of a container, with a catalog of the sample in place of its own, and asks it with the program's own check."""
    words = [str(catalog) if word.startswith("/catalog/") else word for word in arguments]
    if "--refresh-every" in words: # It would read feeds.
        place = words.index("--refresh-every")
        words[place:place + 2] = ["--sample"]
    expect(words[0] == "serve", f"{what} does not begin with serve")
    with serving(*words[1:]) as port:
        for host in ("localhost", "dining.example.edu"):
            expect(ask(port, "/penn", host)[0] == 200, f"{what}: /penn is refused for {host}")
        reads(what, PROGRAM, "serve", "--check", "--port", port)
    unready = subprocess.run([PROGRAM, "serve", "--check", "--port", str(port)], capture_output=True)
    expect(unready.returncode != 0, f"{what}: serve --check succeeds without a server")


def check_containers(folder):
    catalog = folder / "sample.json"
    reads("the sample", PROGRAM, "--sample", "-q", "-o", catalog)
    compose = PAGES / "compose.yaml"
    reads("compose.yaml", "check-jsonschema", "--builtin-schema", "vendor.compose-spec", compose)
    service = yaml.safe_load(compose.read_text())["services"]["serve"]
    starts("compose.yaml", service["command"], catalog)
    expect(service["healthcheck"]["test"][1:] == ["aggregate", "serve", "--check"], "compose.yaml has another health check")

    files = sorted((PAGES / "kubernetes").glob("*.yaml"))
    expect(len(files) == 3, "kubernetes/ has other files")
    for file in files:
        reads(file.name, "kubernetes-validate", "--strict", "--quiet", file)
        for document in yaml.safe_load_all(file.read_text()):
            spec = document.get("spec", {})
            spec = spec.get("jobTemplate", {}).get("spec", spec)
            pod = spec.get("template", {}).get("spec") if isinstance(spec.get("template"), dict) else None
            if pod is None:
                continue
            name = f"{file.name}, {document['kind']}"
            expect(pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] > 0, f"{name} may run as root")
            for container in pod["containers"]:
                rights = container["securityContext"]
                expect(rights == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}, f"{name}: {rights}")
                expect({"requests", "limits"} <= set(container["resources"]), f"{name} has no resources")
                mounts = {mount["name"] for mount in container["volumeMounts"]}
                expect(mounts == {volume["name"] for volume in pod["volumes"]}, f"{name} mounts {mounts}")
                if document["kind"] == "Deployment":
                    probes = [container[probe]["httpGet"]["path"] for probe in ("readinessProbe", "livenessProbe")]
                    expect(probes == ["/readyz", "/healthz"], f"{name} has the probes {probes}")
                    starts(name, container["args"], catalog)
                elif document["kind"] == "CronJob":
                    words = [str(folder / "collected.json") if word.startswith("/catalog/") else word for word in container["args"]]
                    reads(name, PROGRAM, *words, "--replay", RECORDING)


# MARK: Backups


def check_backups(folder):
    state = folder / "state"
    (state / "aggregate").mkdir(parents=True)
    # The commands of the page must name the store themselves.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "AGGREGATE_"))}
    environment |= {"HOME": str(folder), "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
    store = state / "aggregate/aggregate.sqlite"
    reads("a store", PROGRAM, "--replay", RECORDING, "--store", store, "-q", "-o", folder / "before.json")

    def run(block):
        # systemd does not run here.
        script = "\n".join(line for line in block.replace("/var/lib", str(state)).splitlines() if not line.startswith("systemctl "))
        reads("backups.md", "sh", "-euc", script, cwd=folder, env=environment)

    save, restore = blocks("deploy/backups.md", "sh")
    run(save)
    other = folder / "other.sqlite"
    reads("sqlite3", "sqlite3", store, f".backup '{other}'")
    reads("sqlite3's copy", PROGRAM, "snapshots", "verify", "--store", other)
    store.write_bytes(b"damaged")
    run(restore)
    reads("the restored store", PROGRAM, "--as-of", "latest", "--store", store, "-q", "-o", folder / "after.json")
    expect((folder / "before.json").read_bytes() == (folder / "after.json").read_bytes(), "the restored store has another catalog")


def main():
    for check in (check_backups, check_monitoring, check_containers, check_proxies):
        with tempfile.TemporaryDirectory() as folder:
            check(Path(folder))
    # A page without a row in the index would not be found.
    index = (PAGES / "README.md").read_text()
    for page in sorted(PAGES.glob("*.md")):
        expect(page.name == "README.md" or f"({page.name})" in index, f"README.md does not list {page.name}")
    sys.exit(1 if faults else print("the pages in Docs/deploy are right"))


main()
