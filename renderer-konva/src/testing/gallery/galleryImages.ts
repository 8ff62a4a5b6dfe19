import { PNG } from 'pngjs';
import type { Page as BrowserPage, Route } from 'playwright-core';

const photo = image(640, 480, (x, y) => {
  const shade = (Math.floor(x / 40) + Math.floor(y / 40)) % 2 === 0 ? 0.8 : 1;
  return [120 + x / 5, 90 + y / 3, 200 - x / 6].map((each) => each * shade);
});
const tile = image(60, 40, (x, y) => {
  if (x < 6 || y < 6) return [43, 78, 255];
  return x > 30 && y > 20 ? [255, 181, 46] : [251, 240, 216];
});
/** A still image of 2 by 2 px, orange. */
const GIF = Buffer.from('R0lGODlhAgACAPAAAP+1LgAAACwAAAAAAgACAAACAoRRADs=', 'base64');

/** Serves the images of the gallery, ours and GIPHY's; requests for thumbnails and audio fail. */
export async function serveGalleryImages(page: BrowserPage): Promise<void> {
  const send = (body: Buffer, contentType: string) => (route: Route) =>
    route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
  await page.route('**/assets/photo.png', send(photo, 'image/png'));
  await page.route('**/assets/tile.png', send(tile, 'image/png'));
  await page.route(/giphy\.com/, send(GIF, 'image/gif'));
  await page.route(/ytimg|\.mp3/, (route) => route.abort());
}

function image(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => readonly number[],
): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      png.data.set([...colorAt(x, y).map(Math.floor), 255], 4 * (y * width + x));
  return PNG.sync.write(png);
}
