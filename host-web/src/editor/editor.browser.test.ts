import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { axeProblems } from '../testing/axe.ts';
import { noticed } from '../testing/notices.ts';
import { signUp } from '../testing/signUp.ts';
import type { RealServer } from '../testing/startRealServer.ts';
import { noHarness, startHarness } from '../testing/startHarness.ts';
import { holdToasts, repeatToast } from '../testing/toastTimer.ts';
import { EditorDriver } from '../e2e/EditorDriver.ts';

/** Runs a script in the browser, as the body of a function with the page's `editor`. */
const inEditor = <Value>(page: Page, script: string) =>
  page.evaluate<Value>(`(() => { const { editor } = window.cobble; ${script} })()`);

const countOf = (page: Page, type: string) =>
  inEditor<number>(
    page,
    `return [...editor.blocks.values()].filter((block) => block.type === '${type}').length`,
  );

const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });

/** Waits until there is nothing to publish. */
const isPublished = (page: Page) =>
  page.getByRole('button', { name: 'Publish', exact: true, disabled: true }).waitFor();

const editorReady = (page: Page) => new EditorDriver(page).ready();

describe('the editor in a browser, on the real server', function () {
  this.timeout(60_000);
  // One session: each test continues from the previous one.
  this.bail(true);
  let server: RealServer;
  let browser: Browser;
  let stop = noHarness;
  let context: BrowserContext;
  let page: Page;

  before(async function () {
    this.timeout(180_000);
    ({ server, browser, stop } = await startHarness());
    context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await signUp(page, server.url, 'lark');
    await editorReady(page);
  });

  /** The published page as a signed-out browser receives it. */
  async function livePage(): Promise<string> {
    const visitor = await browser.newPage();
    const response = await visitor.goto(server.url.replace('localhost', 'lark.localhost'));
    const html = (await response?.text()) ?? '';
    expect(response?.status()).to.equal(200);
    await visitor.close();
    return html;
  }

  after(() => stop());

  /** Waits until the screen shows a colour at a point. */
  async function expectColorAt(x: number, y: number, expected: readonly number[]): Promise<void> {
    let shown: readonly number[] = [];
    const endMs = Date.now() + 20_000;
    while (Date.now() < endMs) {
      const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
      shown = [...(await sharp(png).removeAlpha().raw().toBuffer())];
      // JPEG compression changes colours slightly.
      if (expected.every((value, index) => Math.abs(value - (shown[index] ?? NaN)) <= 6)) return;
    }
    expect(shown).to.deep.equal(expected);
  }

  it('publishes the first page once automatically, welcomes the user and removes the query [AU6]', async () => {
    // Signing up has waited until the page said that it was published.
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Your page is live').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.waitForURL((url) => url.search === '');
    await isPublished(page);
    expect(await livePage()).to.contain('lark');
  });

  it('adds every type in the tool picker by button, and by key if it has one [ED1]', async () => {
    const picker = page.getByRole('toolbar', { name: 'Tools' });
    const names = await picker
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
    // Images have a test of their own; the Typewriter adds texts where the user clicks.
    expect(names).to.deep.equal([
      ...['Select', 'Text', 'Typewriter', 'Image', 'Shape', 'Button'],
      ...['Sticky note', 'Draw', 'Add section', 'Undo', 'Redo'],
    ]);
    const typesAdded = async (add: () => Promise<void>) => {
      const types = () =>
        inEditor<string[]>(
          page,
          'return [...editor.blocks.values()].map(({ type, content }) => content.shapeType ?? type)',
        );
      const before = await types();
      await add();
      return (await types()).slice(before.length);
    };
    const press = (name: string) => picker.getByRole('button', { name, exact: true }).click();
    const type = async (text: string) => {
      await page.locator('.ProseMirror').waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
    };
    const draw = async () => {
      await page.getByRole('toolbar', { name: 'Drawing' }).waitFor();
      await new EditorDriver(page).drag({ x: 600, y: 300 }, { x: 700, y: 340 });
      await page.keyboard.press('Escape');
    };
    const size = await inEditor<number>(page, 'return editor.blocks.size');
    const undone = await typesAdded(async () => {
      await press('Text');
      await type('text');
      await press('Sticky note');
      await type('note');
      await press('Draw');
      await draw();
      await page.keyboard.press('d');
      await draw();
      await press('Add section');
    });
    expect(undone).to.deep.equal(['text', 'sticky-note', 'drawing', 'drawing', 'group']);
    await inEditor(page, `while (editor.blocks.size > ${String(size)} && editor.undo());`);
    const added = await typesAdded(async () => {
      await page.keyboard.press('n');
      await type('a note of its own');
      await page.keyboard.press('r');
      await page.keyboard.press('o');
      await press('Shape');
      await page.getByRole('button', { name: 'Star', exact: true }).click();
      await press('Button');
      await page.getByRole('textbox', { name: 'Link' }).fill('instagram.com/lark');
      await page.getByText('Missing protocol (e.g. https://)').waitFor();
      await page.getByRole('button', { name: 'Add button', disabled: true }).waitFor();
      await page.getByRole('textbox', { name: 'Link' }).fill('https://instagram.com/lark');
      await page.getByText('Instagram link').waitFor();
      await page.getByRole('button', { name: 'Add button' }).click();
      await new EditorDriver(page).focusReturned();
      await page.keyboard.press('t');
      await type('Hello, town');
    });
    expect(added).to.deep.equal([
      'sticky-note',
      'rectangle',
      'oval',
      'star',
      'rich-button',
      'text',
    ]);
    const json = await inEditor<string>(page, 'return JSON.stringify(editor.selectedBlocks)');
    expect(json).to.contain('Hello, town');
  });

  it('passes axe [AY5]', async () => {
    expect(await axeProblems(page)).to.deep.equal([]);
  });

  it('has bars that do not overlap on a phone, with targets of at least 44 px [ED2]', async () => {
    const phone = await context.newPage();
    await phone.setViewportSize({ width: 375, height: 667 });
    await phone.goto(`${server.url}/lark`);
    await editorReady(phone);
    await inEditor(
      phone,
      `editor.select([[...editor.blocks.values()].find(({ type }) => type === 'text').uuid])`,
    );
    await phone.getByRole('toolbar', { name: 'Selection' }).waitFor();
    const barsOf = async () => {
      const bars = await phone.getByRole('toolbar').all();
      return (await Promise.all(bars.map((bar) => bar.boundingBox()))).flatMap((box) =>
        box ? [box] : [],
      );
    };
    type Box = Awaited<ReturnType<typeof barsOf>>[number];
    const isApart = (a: Box, b: Box) =>
      a.x + a.width <= b.x ||
      b.x + b.width <= a.x ||
      a.y + a.height <= b.y ||
      b.y + b.height <= a.y;
    const overlapping = (boxes: readonly Box[]) =>
      boxes.flatMap((a, index) =>
        boxes.slice(index + 1).flatMap((b) => (isApart(a, b) ? [] : [[a, b]])),
      );
    let boxes = await barsOf();
    // The toolbar of the selection is placed once the canvas has its size.
    const endMs = Date.now() + 15_000;
    while ((boxes.length < 4 || overlapping(boxes).length > 0) && Date.now() < endMs)
      boxes = await barsOf();
    expect(boxes.length).to.be.at.least(4);
    expect(overlapping(boxes)).to.eql([]);
    for (const { x, width } of boxes) {
      expect(x).to.be.at.least(0);
      expect(x + width).to.be.at.most(375);
    }
    for (const button of await phone.getByRole('toolbar').getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).to.be.at.least(44);
      expect(box?.width).to.be.at.least(44);
    }
    await phone.close();
  });

  it('drags a block and undoes it', async () => {
    const uuid = await inEditor<string>(
      page,
      `const note = [...editor.blocks.values()].find((block) => block.type === 'sticky-note');
       editor.clearSelection(); editor.reorder('front', [note.uuid]); return note.uuid`,
    );
    const position = () =>
      inEditor<{ x: number; y: number }>(page, `return editor.boxOf('${uuid}')`);
    const start = await position();
    const driver = new EditorDriver(page);
    const { x, y } = await driver.centerOf(uuid);
    await driver.drag({ x, y }, { x: x + 90, y: y + 60 });
    const moved = await position();
    expect(moved.x).to.be.closeTo(start.x + 90 / 600, 0.02);
    expect(moved.y).to.be.closeTo(start.y + 60 / 600, 0.02);
    await page.keyboard.press('Control+z');
    expect(await position()).to.deep.equal(start);
    await page.keyboard.press('Control+Shift+z');
    expect(await position()).to.deep.equal(moved);
  });

  it('keeps a note’s colour when Escape or a press closes the picker, and undo reverts each colour [ED3][ED39]', async () => {
    const color = () =>
      inEditor<string>(page, 'return editor.selectedBlocks[0].content.stickyNoteColor');
    await inEditor(
      page,
      `editor.select([[...editor.blocks.values()].find((b) => b.type === 'sticky-note').uuid])`,
    );
    const start = await color();
    await page.getByRole('button', { name: 'Note colour' }).click();
    await page.getByRole('button', { name: 'Blue, light', exact: true }).click();
    const blue = await color();
    await page.getByRole('button', { name: 'Green, light', exact: true }).click();
    const green = await color();
    expect(new Set([start, blue, green]).size).to.equal(3);
    await page.keyboard.press('Escape');
    expect(await color()).to.equal(green);
    for (const before of [blue, start]) {
      await page.keyboard.press('Control+z');
      expect(await color()).to.equal(before);
    }
    await page.getByRole('button', { name: 'Note colour' }).click();
    await page.getByRole('button', { name: 'Blue, light', exact: true }).click();
    await page.getByRole('button', { name: 'Pink, light', exact: true }).click();
    const chosen = await color();
    await page.mouse.click(1100, 400);
    expect(chosen).to.not.equal(start);
    await inEditor(
      page,
      `editor.select([[...editor.blocks.values()].find((b) => b.type === 'sticky-note').uuid])`,
    );
    expect(await color()).to.equal(chosen);
    for (const before of [blue, start]) {
      await page.keyboard.press('Control+z');
      expect(await color()).to.equal(before);
    }
    for (let steps = 0; steps < 2; steps++) await page.keyboard.press('Control+Shift+z');
  });

  it('copies and pastes blocks and plain text through the clipboard', async () => {
    const notes = await countOf(page, 'sticky-note');
    await page.keyboard.press('Control+c');
    await noticed(page, '1 block copied');
    await page.keyboard.press('Control+v');
    await noticed(page, '1 block pasted');
    expect(await countOf(page, 'sticky-note')).to.equal(notes + 1);
    const texts = await countOf(page, 'text');
    await page.evaluate(() => navigator.clipboard.writeText('Words from elsewhere'));
    await page.keyboard.press('Control+v');
    await page.waitForFunction(
      (count) =>
        [...(window.cobble?.editor.blocks.values() ?? [])].filter(({ type }) => type === 'text')
          .length > count,
      texts,
    );
  });

  it('pastes an address as a button styled for its platform, and HTML with headings and marks', async () => {
    const paste = (text: string, html = '') =>
      page.evaluate(
        ([plain, rich]) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', plain);
          if (rich !== '') clipboardData.setData('text/html', rich);
          document.body.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        },
        [text, html] as const,
      );
    const content = () => inEditor<string>(page, 'return JSON.stringify(editor.selectedBlocks[0])');
    await paste('https://instagram.com/mira');
    await noticed(page, 'Link detected. Creating button...');
    expect(await content())
      .to.contain('"hyperlink":"https://instagram.com/mira"')
      .and.to.contain('"icon":"instagram"');
    await paste(
      'Bread',
      `<b style="font-weight: normal"><h2 style="color: red">Bread</h2><p>is <i>good</i>,
       <a href="https://example.org/">really</a> <a href="javascript:alert(1)">good</a></p>
       <ul><li>rye</li></ul><img src="x" onerror="window.harmed = true"></b>`,
    );
    const pasted = await content();
    for (const part of [
      '"heading"',
      '"level":2',
      '"italic"',
      '"https://example.org/"',
      '"bullet_list"',
    ])
      expect(pasted).to.contain(part);
    for (const part of ['javascript', 'red', '"bold"', 'img']) expect(pasted).not.to.contain(part);
    expect(await page.evaluate(() => 'harmed' in window)).to.equal(false);
    await inEditor(page, 'editor.remove()');
    await inEditor(page, 'editor.undo(); editor.undo(); editor.undo(); editor.clearSelection()');
  });

  it('returns the focus to the text being edited after any popup, and lists recent fonts [ED11, ED16, C6]', async () => {
    const uuid = await inEditor<string>(
      page,
      `const text = [...editor.blocks.values()].find((block) => block.type === 'text');
       editor.select([text.uuid]); return text.uuid`,
    );
    await page.locator('[data-cobble-scroller]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.ProseMirror').waitFor();
    const blocks = await inEditor<number>(page, 'return editor.blocks.size');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    const popup = page.getByRole('dialog');
    /** Each takes the focus from the text: the last directly, the others with a popup. */
    const popups: (() => Promise<void>)[] = [
      async () => {
        await bar.getByRole('button', { name: /^Font size/ }).click();
        await popup.getByText('Large', { exact: true }).click();
      },
      async () => {
        await bar.getByRole('button', { name: /^Font,/ }).click();
        await popup.getByRole('button', { name: 'Pacifico' }).click();
      },
      async () => {
        await bar.getByRole('button', { name: /^Font,/ }).click();
        const recent = popup.getByRole('list', { name: 'Recent fonts' });
        await recent.waitFor();
        expect(await recent.getByRole('button').allTextContents()).to.deep.equal(['Pacifico']);
        await popup.getByRole('button', { name: 'Inter', exact: true }).click();
        const stored = await page.evaluate(() => localStorage.getItem('cobble.preferences'));
        expect(JSON.parse(stored ?? '{}')).to.deep.include({
          mostRecentFonts: ['Inter', 'Pacifico'],
        });
      },
      async () => {
        await bar.getByRole('button', { name: 'Text colour' }).click();
        await popup.getByLabel('Text colour, as hex').fill('');
        await popup.getByLabel('Text colour, as hex').pressSequentially('#12ab56');
        await page.keyboard.press('Escape');
      },
      async () => {
        await bar.getByRole('button', { name: 'Paragraph' }).click();
        await popup.getByText('Heading 3').click();
      },
      async () => {
        await bar.getByRole('button', { name: 'Line height' }).click();
        await popup.waitFor();
        await bar.getByRole('button', { name: 'Line height' }).click();
      },
      async () => {
        await page.locator('[data-cobble-scroller]').focus();
      },
    ];
    for (const [index, operate] of popups.entries()) {
      await page.keyboard.press('Control+a');
      await operate();
      // A key returns it from the canvas.
      if (index < popups.length - 1)
        await page.waitForFunction(() => document.activeElement?.matches('.ProseMirror') === true);
      await page.keyboard.type(`not ${String(index)} tools`);
      const json = await inEditor<string>(
        page,
        `return JSON.stringify(editor.blocks.get('${uuid}').content.text)`,
      );
      expect(json, `popup ${String(index)}`).to.contain(`not ${String(index)} tools`);
      await popup.waitFor({ state: 'detached' });
    }
    expect(await inEditor<number>(page, 'return editor.blocks.size')).to.equal(blocks);
    const text = await inEditor<string>(
      page,
      `return JSON.stringify(editor.blocks.get('${uuid}').content.text)`,
    );
    for (const part of ['"level":3', '"sizePx":32', '#12ab56']) expect(text).to.contain(part);
  });

  it('shows text being edited in its own style, not in that of the interface', async () => {
    const styles = await page.evaluate(() => {
      const box = document.querySelector('.cobble-edited-text');
      const heading = box?.querySelector('h3');
      if (!box || !heading) throw new Error('No heading is being edited');
      const { fontFamily, textWrapStyle } = getComputedStyle(heading);
      return { fontFamily, textWrapStyle, own: getComputedStyle(box).fontFamily };
    });
    expect(styles.fontFamily).to.equal(styles.own);
    expect(styles.textWrapStyle).to.equal('auto');
  });

  it('publishes text that is being edited, and ends the editing', async () => {
    expect(await page.getByRole('button', { name: 'Undo' }).isEnabled()).to.equal(true);
    await page.getByText('Page published').waitFor({ state: 'detached' });
    let proceed = (): void => undefined;
    const mayProceed = new Promise<void>((resolve) => (proceed = resolve));
    await page.route('**/api/page/*/room/publish', async (route) => {
      await mayProceed;
      await route.continue();
    });
    const button = publishButton(page);
    const before = await button.boundingBox();
    await button.click();
    await page.locator('button[aria-busy="true"]').waitFor();
    expect(await button.boundingBox(), 'a busy button keeps its size').to.deep.equal(before);
    proceed();
    await noticed(page, 'Page published');
    await page.unroute('**/api/page/*/room/publish');
    expect(await livePage()).to.contain('not 6 tools');
    expect(await inEditor<string>(page, 'return editor.mode.name')).to.equal('layout');
    await inEditor(page, 'editor.undo()');
  });

  it('explains that a locked block cannot be nudged, for the full time after each attempt [MG8]', async () => {
    await inEditor(
      page,
      `editor.select([[...editor.blocks.values()].find((b) => b.type === 'text').uuid]);
       editor.setLocked(true)`,
    );
    await page.locator('[data-cobble-scroller]').focus();
    const release = await holdToasts(page);
    await page.keyboard.press('ArrowRight');
    const notice = page.getByText('Block is locked. Unlock it first.');
    await notice.waitFor();
    await repeatToast(page, () => page.keyboard.press('ArrowRight'));
    // On a slow machine, the first one may be leaving, and another one replaces it.
    await notice.nth(1).waitFor({ state: 'detached' });
    expect(await notice.count()).to.equal(1);
    await release();
    await inEditor(page, 'editor.setLocked(false); editor.clearSelection()');
  });

  it('shows an image while it uploads, then the stored one, keeping its proportions [UL1, ED1]', async () => {
    const buffer = await sharp({
      create: { width: 1600, height: 1200, channels: 3, background: '#c8553d' },
    })
      .jpeg()
      .toBuffer();
    let proceed = (): void => undefined;
    const mayProceed = new Promise<void>((resolve) => (proceed = resolve));
    await page.route('**/api/asset/upload', async (route) => {
      await mayProceed;
      await route.continue();
    });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    await (await chooser).setFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer });
    const driver = new EditorDriver(page);
    await page.waitForFunction(() =>
      JSON.stringify(window.cobble?.editor.selectedBlocks ?? []).includes('"blob:'),
    );
    const { x, y } = await driver.centerOf(await driver.selectedId());
    await expectColorAt(x, y, [0xc8, 0x55, 0x3d]);
    proceed();
    await page.waitForFunction(() =>
      JSON.stringify(window.cobble?.editor.selectedBlocks ?? []).includes('"/assets/'),
    );
    const block = await inEditor<{ position: { width: number; height: number } }>(
      page,
      'return editor.selectedBlocks[0]',
    );
    expect(block.position.width).to.be.at.most(1);
    expect(block.position.height / block.position.width).to.be.closeTo(0.75, 0.01);
    await page.unroute('**/api/asset/upload');
  });

  it('refuses files that are not images, with the specified message [UL4]', async () => {
    const images = await countOf(page, 'image');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    await (
      await chooser
    ).setFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not an image'),
    });
    await page.getByText('Unsupported file type (only .png, .gif, and .jpgs)').waitFor();
    expect(await countOf(page, 'image')).to.equal(images);
  });

  it('publishes a page that visitors can read without signing in [PB11]', async () => {
    await publishButton(page).click();
    await noticed(page, 'Page published');
    expect(await livePage()).to.contain('Hello, town');
    await isPublished(page);
    const visitor = await browser.newPage();
    await visitor.goto(`${server.url}/lark`);
    const preview = visitor.frameLocator('iframe[title="Preview of the page"]');
    await preview.getByText('Hello, town').waitFor();
    for (const name of ['Publish', 'Edit'])
      expect(await visitor.getByRole('button', { name }).count()).to.equal(0);
    await visitor.close();
  });

  it('previews the page, including at the width of a phone, and replaces the frame on each change [ED6]', async () => {
    await page.keyboard.press('Control+.');
    const preview = page.frameLocator('iframe[title="Preview of the page"]');
    await preview.getByText('Hello, town').waitFor();
    await page.getByRole('button', { name: /^Phone/ }).click();
    const size = await page.locator('iframe').boundingBox();
    expect(size?.width).to.equal(375 + 20);
    // Each change replaces the frame: navigating within one left it white and filled the history.
    const entries = await page.evaluate(() => history.length);
    const first = await page.locator('iframe').elementHandle();
    await inEditor(page, `editor.updatePage({ settings: { title: 'Another title' } })`);
    await first.waitForElementState('hidden');
    await preview.getByText('Hello, town').waitFor();
    expect(await page.evaluate(() => history.length)).to.equal(entries);
    await inEditor(page, 'editor.undo()');
    await page.keyboard.press('Control+.');
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
  });

  it('says that a page does not exist [RT5]', async () => {
    await page.goto(`${server.url}/lark/nowhere`);
    await page.getByText('Page does not exist.').waitFor();
  });
});
