import type { RichText } from '@cobble/engine';
import { expect } from 'chai';
import type { CDPSession, Route } from 'playwright-core';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

declare global {
  interface Window {
    /** Ends the timers that a test has delayed. */
    endTimers: () => void;
    /** Restores the clock and timers after a test. */
    restoreTime: () => void;
  }
}

const CTRL = 2;
const KEYS = {
  End: { windowsVirtualKeyCode: 35 },
  Home: { windowsVirtualKeyCode: 36 },
  ArrowRight: { windowsVirtualKeyCode: 39 },
  Enter: { windowsVirtualKeyCode: 13, text: '\r' },
  Backspace: { windowsVirtualKeyCode: 8 },
  x: { windowsVirtualKeyCode: 88, text: 'x' },
  'Control+b': { windowsVirtualKeyCode: 66, key: 'b', modifiers: CTRL },
} as const;
type Key = keyof typeof KEYS;

describe('the selection that keys, commands and the clipboard act on', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness();
  let client: CDPSession;
  /** Called with the request that blocks the page. */
  let onBusy: (request: Route) => void = () => undefined;
  before(async () => {
    client = await canvas.page.context().newCDPSession(canvas.page);
    await canvas.page.route('**/busy', (route) => {
      onBusy(route);
    });
  });
  beforeEach(() => canvas.showGallery());

  /** Edits text1 with all of its text selected. */
  const edit = async (...paragraphs: string[]): Promise<void> => {
    await canvas.page.evaluate((texts) => {
      const content = texts.map((text) => ({
        type: 'paragraph',
        attrs: { textAlign: null },
        content: [{ type: 'text', text }],
      }));
      window.editor.update('text1', { content: { text: { type: 'doc', content } } });
      window.editor.startTextEditing('text1');
    }, paragraphs);
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
  };

  /** Edits "one two three" with "two" selected. */
  const editWord = async (): Promise<void> => {
    await edit('one two three');
    await canvas.page.evaluate(() => {
      const text = document.querySelector('.ProseMirror p')?.firstChild;
      if (text) getSelection()?.setBaseAndExtent(text, 4, text, 7);
    });
    await canvas.page.waitForFunction(() => window.harness.session()?.state.selection.head === 8);
  };

  /** Presses keys while a request blocks the page, which then handles them all at once. */
  const pressWhileBusy = async (...keys: readonly Key[]): Promise<void> => {
    const { page } = canvas;
    const blocked = new Promise<Route>((resolve) => {
      onBusy = resolve;
    });
    await page.evaluate(() => {
      setTimeout(() => {
        const request = new XMLHttpRequest();
        request.open('GET', '/busy', false);
        request.send();
      });
    });
    const request = await blocked;
    const handled = keys.flatMap((name) =>
      (['keyDown', 'keyUp'] as const).map((type) => {
        const event = { key: name, code: name, ...KEYS[name] };
        return client.send('Input.dispatchKeyEvent', { type, ...event });
      }),
    );
    // The browser's process answers this after it has sent the keys to the page.
    await client.send('Target.getTargets');
    await request.fulfill({ body: '' });
    await Promise.all(handled);
    await settle(page);
  };

  /** Each paragraph's text, with asterisks around bold words. */
  const lines = async (): Promise<string[]> => {
    const content = await canvas.page.evaluate(() => window.editor.blocks.get('text1')?.content);
    return ((content as { text: RichText }).text.content ?? []).map((paragraph) =>
      (paragraph.content ?? [])
        .map(({ text = '', marks = [] }) => (marks.length > 0 ? `*${text}*` : text))
        .join(''),
    );
  };

  it('is the one that a key has just moved, so that the next key does not delete the word selected before, when the page was busy [TX8]', async () => {
    for (const [keys, expected] of [
      [
        ['End', 'Enter'],
        ['one two three', ''],
      ],
      [['End', 'Backspace'], ['one two thre']],
      [['End', 'x'], ['one two threex']],
      [['End', 'Control+b', 'x'], ['one two three*x*']],
      [
        ['ArrowRight', 'Enter'],
        ['one two', ' three'],
      ],
    ] as const) {
      await editWord();
      await pressWhileBusy(...keys);
      expect(await lines(), keys.join()).to.eql(expected);
      await canvas.page.keyboard.press('Escape');
    }
    await edit('one', 'two');
    await pressWhileBusy('End', 'x');
    expect(await lines(), 'with several paragraphs selected').to.eql(['one', 'twox']);
  });

  it('is the start of the text after Home, so that the next key does not replace all text, when editing has just started [TX8]', async () => {
    const { page } = canvas;
    // ProseMirror treats 200 ms after focus as just focused. Its timers may be late, so that they end between an
    // effect of a key and the report of it.
    await page.evaluate(() => {
      const real = { now: Date.now.bind(Date), setTimeout: window.setTimeout.bind(window) };
      const now = real.now();
      const late: (() => void)[] = [];
      Date.now = () => now;
      window.setTimeout = ((run: () => void, ms?: number) =>
        ms === 20 ? late.push(run) : real.setTimeout(run, ms)) as typeof setTimeout;
      window.endTimers = () => {
        for (const run of late.splice(0)) run();
      };
      window.restoreTime = () => {
        Date.now = real.now;
        window.setTimeout = real.setTimeout as typeof setTimeout;
      };
    });
    try {
      await edit('one two');
      await page.evaluate(() => {
        const init = { key: 'Home', bubbles: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
        getSelection()?.modify('move', 'backward', 'lineboundary');
        window.endTimers();
      });
      await settle(page);
      await page.keyboard.press('x');
      expect(await lines()).to.eql(['xone two']);
    } finally {
      await page.evaluate(() => {
        window.restoreTime();
      });
    }
  });

  it('is the one in the browser for commands, pastes and cuts, even if it has not been reported yet [TX8]', async () => {
    for (const [action, expected] of [
      ['bold', 'one two three'],
      ['color', 'one two three'],
      ['link', 'one two *three*'],
      ['a control that takes the focus', 'one two three'],
      ['cut', 'one two three'],
      ['https://a.example/', 'one two threehttps://a.example/'],
    ] as const) {
      await editWord();
      await canvas.page.evaluate((name) => {
        const session = window.harness.session();
        getSelection()?.modify('move', 'forward', 'lineboundary');
        if (name === 'bold') session?.toggleBold();
        else if (name === 'color') session?.setColor('#B8241A');
        else if (name === 'link') session?.stage({ link: { href: 'https://a.example/' } });
        else if (name === 'a control that takes the focus') {
          document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          session?.toggleItalic();
        } else {
          const clipboardData = new DataTransfer();
          if (name !== 'cut') clipboardData.setData('text/plain', name);
          const init = { clipboardData, bubbles: true, cancelable: true };
          const type = name === 'cut' ? 'cut' : 'paste';
          document.activeElement?.dispatchEvent(new ClipboardEvent(type, init));
        }
      }, action);
      expect(await lines(), action).to.eql([expected]);
      await canvas.page.keyboard.press('Escape');
    }
  });
});
