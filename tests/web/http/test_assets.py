"""Static files: one digest in every address, kept for ever, compressed."""

import gzip
import posixpath
import re
import struct

import pytest

from scorekeeper.web.http import assets

IMPORTED = re.compile(r'^import .* from "([^"]+)"', re.MULTILINE)


@pytest.fixture
def folder(tmp_path):
    for path, text in {
        "css/tokens.css": "@layer tokens, base;\n/* why */\n:root {\n  --ink: #000;\n}\n",
        "css/base.css": "body { color: var(--ink); }",
        "css/components/b.css": ".b {}",
        "css/play/a.css": ".table {}",
        "css/shared/z.css": ".both {}",
        "css/pages/a.css": ".page {}",
        "css/pages/b.css": ".other {}",
        "css/leagues/a.css": ".league {}",
        "css/apart.css": ".apart {}",
        "css/components/a.css": ".a {}",
        "js/app.js": "import './other.js'\n" * 40,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_script_is_sent_without_its_comments_but_with_all_code(folder):
    (folder / "js" / "app.js").write_text(
        "// why\n\n/** One line. */\na()\n\n/**\n * Two * lines,\n * no code.\n */\n/* here */ b() // stays\n"
    )

    assert assets.load_tree(folder).files["js/app.js"].body == b"a()\n/* here */ b() // stays"


def test_one_sheet_holds_what_all_pages_need_and_one_more_each_kind_of_them(folder):
    files = assets.load_tree(folder).files

    assert files["css/app.css"].body.endswith(b"body{color:var(--ink)}.a{}.b{}")
    assert files["css/play.css"].body == b".table{}"
    assert files["css/pages.css"].body == b".both{}.page{}.other{}.table{}"
    assert files["css/leagues.css"].body == b".both{}.league{}.table{}"
    assert files["css/apart.css"].body == b".apart{}"


def test_any_change_changes_every_address(folder):
    before = assets.load_tree(folder)
    (folder / "js" / "app.js").write_text("")
    after = assets.load_tree(folder)

    assert before.url("css/base.css") != after.url("css/base.css")


def test_misspelt_name_is_found_at_once(folder):
    with pytest.raises(KeyError):
        assets.load_tree(folder).url("js/ap.js")


def test_every_file_a_page_names_is_served_for_ever(client):
    page = client.get("/").text
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(named) >= 3

    for address in named:
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"


def test_files_are_sent_compressed_to_who_accepts_it(client):
    address = re.search(r'href="(/static/[^"]+app\.css)"', client.get("/").text)[1]

    plain, small = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip, br"})

    assert gzip.decompress(small.data) == plain.data
    assert small.headers["Content-Encoding"] == "gzip"
    assert plain.headers["Vary"] == small.headers["Vary"] == "Accept-Encoding"
    assert client.get(address, headers={"Accept-Encoding": "gzip;q=0"}).data == plain.data


@pytest.mark.parametrize("path", ["0123456789ab/css/app.css", "{}/css/none.css", "{}/../app.py", "{}/"])
def test_last_months_address_is_404(app, client, path):
    digest = assets.static_tree(app).digest

    assert client.get("/static/" + path.format(digest)).status_code == 404


def test_pages_are_compressed_too(client):
    answer = client.get("/help", headers={"Accept-Encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data).decode() == client.get("/help").text


def test_scripts_import_files_that_are_there(app):
    files = assets.static_tree(app).files
    scripts = {path: asset.body.decode() for path, asset in files.items() if path.endswith(".js")}

    missing = {
        (path, target)
        for path, text in scripts.items()
        for target in IMPORTED.findall(text)
        if posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) not in files
    }

    assert missing == set()


@pytest.fixture
def manifest(client):
    return client.get(re.search(r'rel="manifest" href="([^"]+)"', client.get("/").text)[1])


def test_the_pictures_of_an_app_are_there_in_their_sizes(client, manifest):
    page, app = client.get("/").text, manifest.get_json()
    folder = posixpath.dirname(manifest.request.path)
    named = {
        f"{folder}/{picture['src']}": picture["sizes"] for picture in (*app["icons"], *app["screenshots"])
    }
    named[re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)[1]] = "180x180"
    named[re.search(r'rel="icon" href="([^"]+png)"', page)[1]] = "32x32"

    assert named == {path: _size_of(client.get(path)) for path in named}


def test_the_addresses_of_an_app_answer_whoever_installs_it(client, manifest):
    app = manifest.get_json()
    addresses = [app["id"], app["start_url"], app["scope"], *(line["url"] for line in app["shortcuts"])]

    assert manifest.mimetype == "application/manifest+json"
    assert {path: client.get(path).status_code for path in addresses} == dict.fromkeys(addresses, 200)


def _size_of(answer):
    if answer.mimetype == "image/svg+xml":
        return "any"
    if answer.mimetype == "image/jpeg":
        height, width = struct.unpack(">HH", answer.data.partition(b"\xff\xc0")[2][3:7])
        return f"{width}x{height}"
    assert answer.data.startswith(b"\x89PNG")
    return "{}x{}".format(*struct.unpack(">II", answer.data[16:24]))
