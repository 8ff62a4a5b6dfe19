import { ALL_PERMISSIONS, type Permissions, VIEW_ONLY } from '@cobble/engine';
import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

/** A font that the page does not use until a test chooses it; it is much wider than its fallback. */
const FONT = 'Pacifico';
const TEXT = 'Fresh bread on the market square';

describe('a font that is chosen while a text is edited', function () {
  this.timeout(60_000);
  // Fresh, because fonts stay loaded in a page.
  const canvas = useCanvasHarness({ width: 1100, height: 700, isFresh: true });
  const held: Route[] = [];
  let isHeld = true;
  /** The URL of the font's file. */
  let url = '';

  beforeEach(async () => {
    isHeld = true;
    await canvas.page.evaluate(() => {
      window.harness.showBlocks([]);
    });
    await settle(canvas.page);
    await canvas.page.route('**/pacifico-*', async (route) => {
      url = route.request().url();
      if (isHeld) held.push(route);
      else await route.continue();
    });
    await canvas.page.evaluate((text) => {
      const { editor } = window;
      const [uuid = ''] = editor.add({ type: 'text', position: { x: 0.1, y: 0.1 } }).unwrap();
      editor.startTextEditing(uuid);
      editor.setEditedText(text).unwrap();
      editor.stopTextEditing();
      editor.startTextEditing(uuid);
    }, TEXT);
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
    await canvas.page.evaluate((font) => window.harness.session()?.setFontFamily(font), FONT);
    // The fallback may be a system font, which loads too and changes the size.
    await canvas.page.waitForFunction(
      (font) => [...document.fonts].some((face) => face.family.includes(font)),
      FONT,
    );
    await canvas.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    await canvas.page.waitForFunction(
      (font) =>
        [...document.fonts].every(
          ({ family, status }) => !family.includes(`${font} Fallback`) || status !== 'loading',
        ),
      FONT,
    );
  });

  const size = () =>
    canvas.page.evaluate(() => {
      const { width = 0, height = 0 } = window.editor.selectedBlocks[0]?.position ?? {};
      return { width, height };
    });

  /** Lets the font load. */
  async function load(): Promise<void> {
    await canvas.page.waitForFunction(
      (font) => [...document.fonts].some((face) => face.family.includes(font)),
      FONT,
    );
    isHeld = false;
    for (const route of held.splice(0)) await route.continue();
  }

  /** The size that the text has when it is measured with the font, which has loaded. */
  const sizeWithFont = () =>
    canvas.page.evaluate(() => {
      const { editor } = window;
      const [uuid = ''] = editor.selection;
      const before = editor.blocks.get(uuid);
      editor.begin();
      for (const fontSize of [12, (before?.content as { fontSize?: number }).fontSize])
        editor.update(uuid, { content: { fontSize } }).unwrap();
      const { width = 0, height = 0 } = editor.blocks.get(uuid)?.position ?? {};
      editor.cancel();
      return { width, height };
    });

  const waitForSizeOtherThan = (fallback: { width: number }) =>
    canvas.page.waitForFunction(
      (width) => window.editor.selectedBlocks[0]?.position.width !== width,
      fallback.width,
    );

  it('is loaded for the text being edited, which gets the size that it needs [TX1][TX5][CV1]', async () => {
    const fallback = await size();
    await load();
    await waitForSizeOtherThan(fallback);
    const during = await size();
    await canvas.page.keyboard.press('Escape');
    expect(await size()).to.deep.equal(during);
    expect(during).to.deep.equal(await sizeWithFont());
  });

  it('resizes a text that was committed before the font had loaded; undo works as usual [TX5][CV1]', async () => {
    await canvas.page.keyboard.press('Escape');
    const fallback = await size();
    const entries = await canvas.page.evaluate(() => window.editor.history.entries.length);
    await load();
    await waitForSizeOtherThan(fallback);
    const loaded = await size();
    expect(loaded).to.deep.equal(await sizeWithFont());
    expect(await canvas.page.evaluate(() => window.editor.history.entries.length)).to.equal(
      entries,
    );
    await canvas.page.evaluate(() => window.editor.undo());
    const undone = await size();
    expect(undone).to.deep.equal(await sizeWithFont());
    await canvas.page.evaluate(() => window.editor.redo());
    expect(await size()).to.deep.equal(loaded);
  });

  it('changes the size only when a gesture has ended, which keeps its effect [TX5][GS2]', async () => {
    await canvas.page.keyboard.press('Escape');
    const fallback = await size();
    await canvas.page.evaluate(() => {
      window.editor.begin();
      window.editor.nudge(60, 0).unwrap();
    });
    const x = await canvas.page.evaluate(() => window.editor.selectedBlocks[0]?.position.x);
    await load();
    await canvas.page.evaluate(async (font) => {
      await document.fonts.load(`16px "${font}"`);
      await document.fonts.ready;
    }, FONT);
    expect(await size()).to.deep.equal(fallback);
    await canvas.page.evaluate(() => window.editor.commit());
    await waitForSizeOtherThan(fallback);
    expect(await canvas.page.evaluate(() => window.editor.selectedBlocks[0]?.position.x)).to.equal(
      x,
    );
  });

  it('resizes a text after a hook of the host has refused the new size once, without an error in the page [TX5][E51]', async () => {
    await canvas.page.keyboard.press('Escape');
    const fallback = await size();
    const hook = await canvas.page.evaluateHandle(() => {
      const refusal = window.editor.update('missing', {});
      const calls = { count: 0 };
      const stop = window.editor.onBeforeCommit(() => {
        calls.count += 1;
        return refusal;
      });
      return { calls, stop };
    });
    await load();
    await canvas.page.waitForFunction(({ calls }) => calls.count > 0, hook);
    expect(await size()).to.deep.equal(fallback);
    await hook.evaluate(({ stop }) => {
      stop();
      window.editor.nudge(60, 0).unwrap();
    });
    await waitForSizeOtherThan(fallback);
    expect(await size()).to.deep.equal(await sizeWithFont());
  });

  it('resizes a text when the user may edit again, if it has loaded before [TX5]', async () => {
    await canvas.page.keyboard.press('Escape');
    const fallback = await size();
    const allow = (permissions: Permissions) =>
      canvas.page.evaluate((each) => {
        window.editor.configure({ permissions: each });
      }, permissions);
    await allow(VIEW_ONLY);
    const events = await canvas.page.evaluateHandle(() => {
      const state = { count: 0 };
      document.fonts.addEventListener('loadingdone', () => (state.count += 1));
      return state;
    });
    await load();
    await canvas.page.waitForFunction(({ count }) => count > 0, events);
    expect(await size()).to.deep.equal(fallback);
    await allow(ALL_PERMISSIONS);
    await waitForSizeOtherThan(fallback);
    expect(await size()).to.deep.equal(await sizeWithFont());
  });

  it('gives a text its size in the fallback if the font’s file is missing [TX5][C13]', async () => {
    await canvas.page.keyboard.press('Escape');
    const fallback = await size();
    await load();
    await waitForSizeOtherThan(fallback);
    // Not a 404, which the console would show as an error.
    await canvas.page.route('**/merriweather-*', (route) => route.fulfill({ body: '' }));
    // Stands for a system font, because a machine may have none of those that Cobble looks for.
    await canvas.page.addStyleTag({
      content: `@font-face { font-family: 'Merriweather Fallback'; src: url('${url}?fallback'); }`,
    });
    const unloaded = await canvas.page.evaluate((text) => {
      const { editor } = window;
      const content = { font: 'Merriweather' };
      const [uuid = ''] = editor.add({ type: 'text', content }).unwrap();
      editor.startTextEditing(uuid);
      editor.setEditedText(text).unwrap();
      editor.stopTextEditing();
      return { width: editor.selectedBlocks[0]?.position.width ?? 0 };
    }, TEXT);
    await waitForSizeOtherThan(unloaded);
    expect(await size()).to.deep.equal(await sizeWithFont());
  });
});
