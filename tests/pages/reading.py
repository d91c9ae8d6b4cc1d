"""What somebody's telephone reads off a screen."""

import base64

import zxingcpp
from playwright.sync_api import Browser

GREY = """async (png) => {
  const file = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const picture = await createImageBitmap(file);
  const {width, height} = picture;
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  pen.drawImage(picture, 0, 0);
  const {data} = pen.getImageData(0, 0, width, height);
  return [width, height, Array.from({length: width * height}, (_, at) => data[4 * at])];
}"""


def qr(browser: Browser, png: bytes) -> str:
    """The text of the one code in a picture; raises ValueError."""
    with browser.new_page() as page:
        width, height, grey = page.evaluate(GREY, base64.b64encode(png).decode())
    picture = memoryview(bytes(grey)).cast("B", shape=[height, width])
    (code,) = zxingcpp.read_barcodes(picture)
    return code.text
