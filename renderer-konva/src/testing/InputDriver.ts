import type { CDPSession, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** A position in client px. */
export interface ClientPosition {
  readonly x: number;
  readonly y: number;
}

/**
 * Drives fingers and a pen through the DevTools protocol, as Playwright only has a mouse and single
 * taps, and drags with Playwright's mouse.
 */
export class InputDriver {
  readonly #page: Page;
  readonly #client: CDPSession;

  private constructor(page: Page, client: CDPSession) {
    this.#page = page;
    this.#client = client;
  }

  static async on(page: Page): Promise<InputDriver> {
    return new InputDriver(page, await page.context().newCDPSession(page));
  }

  /** Puts fingers down one after the other; the first one is the primary pointer. */
  async fingersDown(positions: readonly ClientPosition[]): Promise<void> {
    for (let count = 1; count <= positions.length; count += 1)
      await this.#touch('touchStart', positions.slice(0, count));
  }

  /** Moves all fingers that are down, in steps. */
  async fingersMove(
    from: readonly ClientPosition[],
    to: readonly ClientPosition[],
    steps = 6,
  ): Promise<void> {
    for (let step = 1; step <= steps; step += 1)
      await this.#touch(
        'touchMove',
        from.map((position, finger) => between(position, to[finger] ?? position, step / steps)),
      );
  }

  async fingersUp(): Promise<void> {
    await this.#touch('touchEnd', []);
  }

  /** Swipes or draws with one finger. */
  async swipe(positions: readonly ClientPosition[]): Promise<void> {
    const [first, ...rest] = positions;
    if (!first) return;
    await this.fingersDown([first]);
    let last = first;
    for (const position of rest) {
      await this.fingersMove([last], [position]);
      last = position;
    }
    await this.fingersUp();
  }

  /** Draws one stroke with a pen. @param positions with the pressure at each, 0 to 1 */
  async pen(positions: readonly (ClientPosition & { readonly force: number })[]): Promise<void> {
    const [first] = positions;
    const last = positions.at(-1);
    if (!first || !last) return;
    const base = { button: 'left', pointerType: 'pen' } as const;
    const send = (
      type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
      { x, y, force }: ClientPosition & { readonly force: number },
      buttons: number,
    ) =>
      this.#client.send('Input.dispatchMouseEvent', {
        ...base,
        ...{ type, x, y, force, buttons, clickCount: type === 'mouseMoved' ? 0 : 1 },
      });
    await send('mouseMoved', first, 0);
    await send('mousePressed', first, 1);
    for (const [index, position] of positions.slice(1).entries()) {
      const from = positions[index] ?? first;
      for (let step = 1; step <= 6; step += 1) {
        const force = from.force + ((position.force - from.force) * step) / 6;
        await send('mouseMoved', { ...between(from, position, step / 6), force }, 1);
      }
    }
    await send('mouseReleased', last, 0);
  }

  /** Presses the mouse, moves it through positions, and unless `hold` is set releases it. */
  async drag(
    positions: readonly ClientPosition[],
    options: { readonly hold?: boolean } = {},
  ): Promise<void> {
    const { mouse } = this.#page;
    const [first, ...rest] = positions;
    if (!first) return;
    await mouse.move(first.x, first.y);
    await mouse.down();
    for (const { x, y } of rest) await mouse.move(x, y, { steps: 5 });
    if (!options.hold) await mouse.up();
  }

  async #touch(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    positions: readonly ClientPosition[],
  ) {
    await this.#client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: positions.map(({ x, y }, id) => ({ x, y, id })),
    });
  }
}

/** A colour as red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Reads the pixels of an area of the screen. */
export async function readPixels(
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

function between(from: ClientPosition, to: ClientPosition, part: number): ClientPosition {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
