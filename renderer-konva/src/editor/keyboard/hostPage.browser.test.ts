import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

declare global {
  interface Window {
    /** The events that have reached the host's widget. */
    got: string[];
  }
}

describe('two editors on a page with widgets of its own', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'two', height: 1000 });
  let page: Page;

  before(async () => {
    ({ page } = shown);
    await page.evaluate(() => {
      const host = document.body.appendChild(document.createElement('div'));
      host.id = 'host';
      host.style.cssText = 'position:fixed;bottom:0;left:0;width:400px;height:80px';
      for (const type of ['keydown', 'copy', 'cut', 'paste', 'dragover', 'drop'])
        host.addEventListener(type, (event) => {
          window.got.push(event instanceof KeyboardEvent ? event.key : type);
        });
      customElements.define(
        'host-field',
        class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML = '<input />';
          }
        },
      );
    });
  });

  /** Gives each editor one block, a selected shape, and focuses a widget of the host, if any. */
  const show = (widget: string) =>
    page.evaluate((html) => {
      for (const { editor } of [window.store, window.otherStore]) {
        editor.reset();
        editor.selectAll();
        editor.remove();
        editor.add({ type: 'shape', position: { x: 0.3, y: 0.1, width: 0.1, height: 0.1 } });
      }
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement) activeElement.blur();
      const host = document.getElementById('host');
      if (!host) throw new Error('the host has no element');
      host.innerHTML = html;
      host.querySelector<HTMLElement>('[tabindex], host-field, input, button, summary')?.focus();
      window.got = [];
    }, widget);
  /** The types of the blocks of both editors, without sections. */
  const blocks = () =>
    page.evaluate(() =>
      [window.store, window.otherStore].map(({ editor }) =>
        [...editor.blocks.values()]
          .filter(({ uuid }) => !editor.sectionIds.includes(uuid))
          .map(({ type }) => type)
          .join(),
      ),
    );
  const positions = () =>
    page.evaluate(() =>
      [window.store, window.otherStore].map(({ editor }) => JSON.stringify(editor.selectionBox)),
    );
  /** Takes the focus from whatever has it. */
  const blur = () =>
    page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  /** Drags an image over an element and drops it; returns which of the events were prevented. */
  const drop = (selector: string) =>
    page.evaluate((css) => {
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'a.png', { type: 'image/png' }));
      const init = { dataTransfer, bubbles: true, composed: true, cancelable: true };
      return ['dragover', 'drop'].filter(
        (type) => document.querySelector(css)?.dispatchEvent(new DragEvent(type, init)) === false,
      );
    }, selector);
  /** Sends an event of the clipboard with a text to what has the focus, as the browser would. */
  const clipboard = (type: 'copy' | 'cut' | 'paste') =>
    page.evaluate((name) => {
      let target = document.activeElement;
      while (target?.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'pasted');
      const init = { clipboardData, bubbles: true, composed: true, cancelable: true };
      const event = new ClipboardEvent(name, init);
      target?.dispatchEvent(event);
      return event.defaultPrevented;
    }, type);

  it('leave keys and the clipboard to a text field in a web component [ED19]', async () => {
    await show('<host-field></host-field>');
    await page.keyboard.type('north');
    await page.keyboard.press('Backspace');
    const value = await page.evaluate(
      () => document.querySelector('host-field')?.shadowRoot?.querySelector('input')?.value,
    );
    expect(value).to.equal('nort');
    for (const type of ['copy', 'cut', 'paste'] as const)
      expect(await clipboard(type), type).to.equal(false);
    expect(await blocks()).to.eql(['shape', 'shape']);
  });

  it('leave the keys, the clipboard and drops to the host’s widget that has the focus or is below the pointer [ED19]', async () => {
    const widgets = [
      '<input type="range" min="0" max="10" value="5">',
      '<button>Host</button>',
      '<details><summary>More</summary></details>',
      '<div role="tab" tabindex="0">Tab</div>',
    ];
    const keys = ['ArrowDown', 'ArrowRight', 'n', 'Control+a', 'Delete', 'Escape'];
    for (const widget of widgets) {
      await show(widget);
      const before = await positions();
      for (const key of keys) await page.keyboard.press(key);
      for (const type of ['copy', 'cut', 'paste'] as const)
        expect(await clipboard(type), `${type} in ${widget}`).to.equal(false);
      const got = await page.evaluate(() => window.got.filter((each) => each !== 'Control'));
      expect(got, widget).to.eql([
        ...keys.map((key) => (key.at(-1) === 'a' ? 'a' : key)),
        'copy',
        'cut',
        'paste',
      ]);
      expect(await positions(), widget).to.eql(before);
      expect(await blocks(), widget).to.eql(['shape', 'shape']);
    }
    await show('');
    expect(await drop('#host')).to.eql([]);
    expect(await page.evaluate(() => window.got)).to.eql(['dragover', 'drop']);
    expect(await drop('#app > :last-child [data-cobble-canvas]')).to.eql(['dragover', 'drop']);
    await page.waitForFunction(() => window.otherStore.uploads.isUploading);
    expect(await page.evaluate(() => window.store.uploads.isUploading)).to.equal(false);
  });

  it('leave files that are dropped on a dialog of the host to it, and upload nothing behind any dialog [ED19]', async () => {
    await show('');
    await page.evaluate(() => {
      const dialog = document.createElement('div');
      dialog.id = 'host-dialog';
      dialog.innerHTML = '<div id="zone">Drop here</div><input type="file"><p>Elsewhere</p>';
      const zone = dialog.querySelector('#zone');
      for (const type of ['dragover', 'drop'])
        zone?.addEventListener(type, (event) => {
          window.got.push(`${type}${event.defaultPrevented ? ', already prevented' : ''}`);
          event.preventDefault();
        });
      // React sends the events of any element in the editor to the editor.
      document.querySelector('#app > :first-child main')?.append(dialog);
      window.store.openHostDialog();
    });
    expect(await drop('#zone')).to.eql(['dragover', 'drop']);
    expect(await page.evaluate(() => window.got)).to.eql(['dragover', 'drop']);
    expect(await drop('#host-dialog input')).to.eql([]);
    // Otherwise, the browser would open the file instead of the host's app.
    expect(await drop('#host-dialog p')).to.eql(['dragover', 'drop']);
    await page.evaluate(() => {
      document.getElementById('host-dialog')?.remove();
      window.store.closeHostDialog();
      window.store.openDialog('keys');
    });
    await page.getByRole('dialog').waitFor();
    expect(await drop('[role="dialog"]')).to.eql(['dragover', 'drop']);
    expect(await page.evaluate(() => window.store.uploads.isUploading)).to.equal(false);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keep the page from keys until every dialog of the host is closed [ED19]', async () => {
    await show('');
    await page.locator('#app > :first-child [data-cobble-scroller]').focus();
    await page.evaluate(() => {
      window.store.editor.selectAll();
    });
    const setDialogs = (...open: readonly boolean[]) =>
      page.evaluate((each) => {
        window.setHostDialogs(each);
      }, open);
    for (const open of [
      [true, false],
      [false, true],
      [true, true],
      [true, false],
      [false, true],
    ]) {
      await setDialogs(...open);
      await page.keyboard.press('Delete');
      expect(await blocks(), String(open)).to.eql(['shape', 'shape']);
    }
    await setDialogs(true);
    await page.keyboard.press('Delete');
    await setDialogs();
    expect(await blocks()).to.eql(['shape', 'shape']);
    await page.keyboard.press('Delete');
    expect(await blocks()).to.eql(['', 'shape']);
  });

  it('take keys and the clipboard when they have the focus, otherwise when they were used last [ED19]', async () => {
    await show('<button>Host</button>');
    const [upper, lower] = [
      page.locator('#app > :first-child'),
      page.locator('#app > :last-child'),
    ];
    await lower.locator('[data-cobble-scroller]').focus();
    await page.keyboard.press('Delete');
    expect(await blocks()).to.eql(['shape', '']);
    await page.keyboard.press('Control+z');
    expect(await blocks()).to.eql(['shape', 'shape']);
    expect(await clipboard('paste')).to.equal(true);
    expect(await blocks()).to.eql(['shape', 'shape,text']);

    await show('<button>Host</button>');
    await upper.locator('[data-cobble-scroller]').focus();
    await blur();
    await page.keyboard.press('Delete');
    expect(await clipboard('paste')).to.equal(true);
    expect(await blocks()).to.eql(['text', 'shape']);

    // A menu, popup or dialog is in another place of the document.
    await show('');
    await lower.locator('[role="toolbar"] button[aria-haspopup="dialog"]').last().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Delete');
    expect(await blocks()).to.eql(['shape', '']);
    await page.keyboard.press('Alt+F10');
    expect(await lower.locator('[role="toolbar"] :focus').count()).to.equal(1);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => [window.store.dialog, window.otherStore.dialog])).to.eql([
      null,
      'palette',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('run what a host has bound to a key before a command of their own, and leave the browser’s keys to it [ED20, M29]', async () => {
    await show('');
    await page.evaluate(() => {
      const { editor } = window.store;
      window.got = [];
      for (const key of ['n', 'Ctrl+K', 'Ctrl+B', 'Ctrl+D', '?'])
        editor.bindKeys({ [key]: () => void window.got.push(key) });
      window.addEventListener('keydown', (event) => {
        if (event.key === 'F2') window.got.push(String(event.defaultPrevented));
      });
    });
    const press = async () => {
      for (const key of ['n', 'Control+k', 'Control+b', 'Control+d', '?', 'F2'])
        await page.keyboard.press(key);
      return page.evaluate(() => window.got.splice(0));
    };
    const expected = ['n', 'Ctrl+K', 'Ctrl+B', 'Ctrl+D', '?', 'false'];
    await page.locator('#app > :first-child [data-cobble-scroller]').focus();
    expect(await press(), 'on the canvas').to.eql(expected);
    await blur();
    expect(await press(), 'without focus').to.eql(expected);
    await page.keyboard.press('Alt+F10');
    expect(await press(), 'in a toolbar').to.eql(expected);
    expect(await blocks()).to.eql(['shape', 'shape']);
    await page.evaluate(() => {
      window.got = [];
      window.store.editor.startTool({
        name: 'all',
        handle(event) {
          return event.type === 'keydown' && window.got.push(event.key) > 0;
        },
      });
    });
    await blur();
    const keys = ['r', 'F2', 'Delete', 'Enter', 'Escape', 'q'];
    for (const key of keys) await page.keyboard.press(key);
    const received = await page.evaluate(() => {
      window.store.editor.stopTool();
      return window.got;
    });
    expect(received, 'by a tool').to.eql(keys);
  });
});
