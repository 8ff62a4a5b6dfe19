import type { CDPSession, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** A place in the browser's window, CSS px. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Fingers and a pen on a page, by the protocol: Playwright itself has a mouse and single taps. */
export class Hands {
  readonly #page: Page;
  readonly #client: CDPSession;

  private constructor(page: Page, client: CDPSession) {
    this.#page = page;
    this.#client = client;
  }

  static async on(page: Page): Promise<Hands> {
    return new Hands(page, await page.context().newCDPSession(page));
  }

  /** Fingers go down one after the other, as they do; the first of them is the primary one. */
  async fingersDown(spots: readonly Spot[]): Promise<void> {
    for (let count = 1; count <= spots.length; count += 1)
      await this.#touch('touchStart', spots.slice(0, count));
  }

  /** All fingers that are down move in steps. */
  async fingersMove(from: readonly Spot[], to: readonly Spot[], steps = 6): Promise<void> {
    for (let step = 1; step <= steps; step += 1)
      await this.#touch(
        'touchMove',
        from.map((spot, finger) => between(spot, to[finger] ?? spot, step / steps)),
      );
  }

  async fingersUp(): Promise<void> {
    await this.#touch('touchEnd', []);
  }

  /** One stroke or swipe of a finger. */
  async swipe(spots: readonly Spot[]): Promise<void> {
    const [first, ...rest] = spots;
    if (!first) return;
    await this.fingersDown([first]);
    let last = first;
    for (const spot of rest) {
      await this.fingersMove([last], [spot]);
      last = spot;
    }
    await this.fingersUp();
  }

  /** One stroke of a pen. @param spots with the pressure at each, 0 to 1 */
  async pen(spots: readonly (Spot & { readonly force: number })[]): Promise<void> {
    const [first] = spots;
    const last = spots.at(-1);
    if (!first || !last) return;
    const base = { button: 'left', pointerType: 'pen' } as const;
    const send = (
      type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
      { x, y, force }: Spot & { readonly force: number },
      buttons: number,
    ) =>
      this.#client.send('Input.dispatchMouseEvent', {
        ...base,
        ...{ type, x, y, force, buttons, clickCount: type === 'mouseMoved' ? 0 : 1 },
      });
    await send('mouseMoved', first, 0);
    await send('mousePressed', first, 1);
    for (const [index, spot] of spots.slice(1).entries()) {
      const from = spots[index] ?? first;
      for (let step = 1; step <= 6; step += 1) {
        const force = from.force + ((spot.force - from.force) * step) / 6;
        await send('mouseMoved', { ...between(from, spot, step / 6), force }, 1);
      }
    }
    await send('mouseReleased', last, 0);
  }

  /** A press of the mouse that goes through places; it is let go at the last one unless told not to. */
  async drag(spots: readonly Spot[], options: { readonly hold?: boolean } = {}): Promise<void> {
    const { mouse } = this.#page;
    const [first, ...rest] = spots;
    if (!first) return;
    await mouse.move(first.x, first.y);
    await mouse.down();
    for (const { x, y } of rest) await mouse.move(x, y, { steps: 5 });
    if (!options.hold) await mouse.up();
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[]) {
    await this.#client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spots.map(({ x, y }, id) => ({ x, y, id })),
    });
  }
}

/** A colour as red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What is on the screen in a box, as far as it can be counted. */
export async function lookAt(
  page: Page,
  clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<{ readonly at: (x: number, y: number) => Rgb; readonly count: (color: Rgb) => number }> {
  const image = PNG.sync.read(await page.screenshot({ clip }));
  const at = (x: number, y: number): Rgb => {
    const offset = (Math.round(y - clip.y) * image.width + Math.round(x - clip.x)) * 4;
    const [red = 0, green = 0, blue = 0] = image.data.subarray(offset, offset + 3);
    return [red, green, blue];
  };
  return {
    at,
    count: (color) => {
      let found = 0;
      for (let y = 0; y < image.height; y += 1)
        for (let x = 0; x < image.width; x += 1)
          if (isNear(at(clip.x + x, clip.y + y), color)) found += 1;
      return found;
    },
  };
}

/** Whether two colours look the same. */
export function isNear(a: Rgb, b: Rgb): boolean {
  return a.every((part, index) => Math.abs(part - (b[index] ?? 0)) <= 12);
}

function between(from: Spot, to: Spot, part: number): Spot {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
