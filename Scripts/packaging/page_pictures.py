"""Takes pictures of the page of a running server, for light and dark pages. See Scripts/page-pictures.

usage: page_pictures.py URL FOLDER
"""
import base64, pathlib, sys

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

url, folder = sys.argv[1], pathlib.Path(sys.argv[2])
HEIGHT = 800
BACKGROUNDS = {"light": ("#e7ebe8", "#cbd2ce"), "dark": ("#050706", "#3a4340")}
FRAME = """<!DOCTYPE html><style>
body {{ margin: 0; padding: 28px; display: flex; gap: 28px; background: {0}; }}
img {{ display: block; border: 1px solid {1}; border-radius: 10px; }}
img + img {{ border-radius: 26px; }}
</style><img src="data:image/png;base64,{2}"><img src="data:image/png;base64,{3}">"""

options = webdriver.ChromeOptions()
for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
    options.add_argument(argument)
driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


def resize(width, height):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})


def picture(**clip):
    return driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", **clip})["data"]


def screen(width):
    resize(width, HEIGHT)
    driver.get(f"{url.rstrip('/')}/gmu")
    # Beside the list, the map comes last.
    last = ".leaflet-marker-icon.pin" if width >= 1024 else "#switch"
    WebDriverWait(driver, 10).until(lambda d: d.execute_script("return document.querySelector(arguments[0]) !== null", last))
    return picture()


for scheme, colors in BACKGROUNDS.items():
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    wide, phone = screen(1280), screen(360)
    frame = folder / "frame.html"
    frame.write_text(FRAME.format(*colors, wide, phone))
    resize(1280 + 360 + 3 * 28 + 4, HEIGHT + 2 * 28 + 2)
    driver.get(frame.as_uri())
    (folder / f"page-{scheme}.png").write_bytes(base64.b64decode(picture()))
driver.quit()
