"""Tests of the start page: its policy, and its use in headless Chromium."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
from pathlib import Path

import httpx
import pytest
from serving_helpers import Client, DoublerSource, running, wait_ready

from mxnet.serving.app import Options
from mxnet.serving.table import Settings

# A step of .ci/run installs playwright and Chromium. It sets CHROMIUM, so that these tests cannot be skipped there.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def test_the_page_needs_nothing_from_elsewhere():
    with Client(Options((DoublerSource(),), Settings(), processes=False)) as client:
        response = client.get("/")
        page, policy = response.text, response.headers["content-security-policy"]
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        state = client.get("/status").json()
    assert not re.findall(r"(?:src|href)=", page) and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    for tag in ("style", "script"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert state["ready"] and state["models"][0]["inputs"] == [{"name": "data", "dtype": "float32", "shape": [None, 4]}]


@pytest.fixture(scope="module")
def browser():
    """Return headless Chromium."""
    if "CHROMIUM" not in os.environ:
        pytest.importorskip("playwright")
        if CHROMIUM is None:
            pytest.skip("Chromium is not installed")
    import playwright.sync_api as playwright

    with playwright.sync_playwright() as running_playwright:
        browser = running_playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address():
    options = Options((DoublerSource(), DoublerSource("a-model-with-a-long-name-0123456789-0123456789")), Settings(),
                      processes=False)
    with running(options) as (address, _, _):
        wait_ready(address)
        for _ in range(20):
            httpx.post(address + "/predictions/double", json={})
        yield address


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (375, "dark")])
def test_in_the_browser(browser, address, width, scheme, tmp_path):
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(address)
    page.wait_for_selector("article")
    assert page.text_content("#health") == "ready" and page.locator("article").count() == 2
    assert page.locator("article", has_text="p50").first.is_visible() and page.locator("polyline").count() == 1
    page.check("input[value=json]")
    page.select_option("#model", "double")
    assert page.input_value("#json") == '{"data":[[0,0,0,0]]}'
    page.click("#send")
    page.wait_for_selector("#answer:not([hidden])")
    assert page.text_content("#answer-title").startswith("Status 200") and '"batch": 1' in page.text_content("#result")
    assert not faults
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    folder = Path(os.environ.get("MXNET_TEST_SCREENSHOTS") or tmp_path)
    page.screenshot(path=folder / f"page-{width}-{scheme}.png", full_page=True)
    page.fill("#json", "{")
    page.click("#send")
    page.locator("#answer-title", has_text="Status 400").wait_for()
    page.check("input[value=file]")
    page.set_input_files("#file", {"name": "a.png", "mimeType": "image/png", "buffer": b"[1]"})
    page.click("#send")
    page.locator("#answer-title", has_text="Status 200").wait_for()
    page.close()


def test_the_key_in_the_browser(browser):
    with running(Options((DoublerSource(),), Settings(), processes=False, key="secret")) as (address, _, _):
        wait_ready(address)
        page = browser.new_page()
        page.goto(address)
        page.locator("#health", has_text="API key needed").wait_for()
        assert page.is_visible("#key") and page.locator("article").count() == 0
        page.fill("#key", "secret")
        page.press("#key", "Tab")
        page.wait_for_selector("article")
        page.close()
