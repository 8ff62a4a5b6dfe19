import type { BuiltinBlockOf } from '@cobble/engine';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';

describe('text typed in a popup', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'english' });
  let page: Page;

  before(async () => {
    ({ page } = shown);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('https://a.example/*', (route) => route.fulfill({ body: '' }));
  });
  afterEach(async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  /** Adds an image and selects it. */
  const addImage = () =>
    page.evaluate(() => {
      const { editor } = window.store;
      const content = { url: 'https://a.example/a.png' } as BuiltinBlockOf<'image'>['content'];
      const position = { x: 0.2, y: 0.2, width: 0.1, height: 0.1 };
      editor.select(editor.add({ type: 'image', position, content }).unwrap());
    });

  const open = async (button: string | RegExp, popup = button) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    return page.getByRole('dialog', { name: popup, exact: true });
  };

  /** Selects the image that was added last, after a press beside it. */
  const selectAgain = () =>
    page.evaluate(() => {
      const { editor } = window.store;
      const images = [...editor.blocks.values()].filter(({ type }) => type === 'image');
      editor.select(images.slice(-1).map(({ uuid }) => uuid));
    });

  /** Whether a text would survive a crash. */
  const isStored = (text: string) =>
    page.evaluate((typed) => {
      window.store.saveNow();
      return Object.values(localStorage).some((copy) => String(copy).includes(typed));
    }, text);

  const isUnsaved = () => page.evaluate(() => window.store.hasUnsavedChanges);

  const entries = () => page.evaluate(() => window.store.editor.history.entries.length);

  const selected = () =>
    page.evaluate(() => {
      const [block] = window.store.editor.selectedBlocks;
      return [block?.altText, block?.properties.hyperlink, block?.properties.htmlId];
    });

  const pressOutside = () => page.mouse.click(1000, 600);

  it('is in the local copy and counts as unsaved before the popup closes, which commits it [PB7][PB9][ED25]', async () => {
    const settings = await open(/^Page settings/);
    await settings.getByLabel('Page title').fill('Cups');
    expect([await isUnsaved(), await isStored('Cups')]).to.eql([true, true]);
    expect(await entries()).to.equal(0);
    // Long descriptions are readable, without line breaks.
    const description = settings.getByLabel('Page description');
    await description.fill('Bowls\n and plates');
    expect((await description.boundingBox())?.height).to.be.above(60);
    expect(await isStored('Bowls and plates')).to.equal(true);
    await description.press('Enter');
    expect(await description.inputValue()).to.equal('Bowls and plates');
    await pressOutside();
    await settings.waitFor({ state: 'detached' });
    expect(await entries(), 'one for each field').to.equal(2);

    await addImage();
    for (const [button, label, text] of [
      ['Alt text', 'Alt text', 'A brown bowl'],
      ['Add link', 'Link', 'https://bowl.example/'],
      ['Details', 'HTML id', 'bowl'],
    ] as const) {
      const before = await entries();
      const popup = await open(button);
      await popup.getByLabel(label, { exact: true }).fill(text);
      expect(await isStored(text), label).to.equal(true);
      expect(await entries(), label).to.equal(before);
      await pressOutside();
      await popup.waitFor({ state: 'detached' });
      expect(await entries(), label).to.equal(before + 1);
      await selectAgain();
    }
    expect(await selected()).to.eql(['A brown bowl', 'https://bowl.example/', 'bowl']);
  });

  it('is discarded by Escape in the forms for alt texts and links, which leaves no history entry [ED25]', async () => {
    await addImage();
    const before = await entries();
    for (const [button, label] of [
      ['Alt text', 'Alt text'],
      ['Add link', 'Link'],
    ] as const) {
      const popup = await open(button);
      await popup.getByLabel(label, { exact: true }).fill('https://no.example/');
      await page.keyboard.press('Escape');
      await popup.waitFor({ state: 'detached' });
    }
    expect(await selected()).to.eql([undefined, undefined, undefined]);
    expect(await entries()).to.equal(before);
  });

  it('becomes a mail link if it is an email address, also in a new button [MG4]', async () => {
    await addImage();
    const link = await open('Add link');
    const newTab = link.getByLabel('Open in a new tab');
    await link.getByLabel('Link', { exact: true }).fill('https://a.example/');
    expect(await newTab.isChecked()).to.equal(true);
    await link.getByLabel('Link', { exact: true }).fill('ada@a.example');
    expect(await newTab.count(), 'mail opens no tab').to.equal(0);
    await page.keyboard.press('Enter');
    await link.waitFor({ state: 'detached' });
    const properties = await page.evaluate(() => window.store.editor.selectedBlocks[0]?.properties);
    expect(properties).to.eql({ hyperlink: 'mailto:ada@a.example' });
    await page.getByRole('button', { name: 'Button', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Link', { exact: true }).fill("o'brien@a.example");
    await dialog.getByText('Email link').waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect((await selected())[1]).to.equal('mailto:o%27brien@a.example');
  });

  it('is kept by Done on phones, which closes the sheet also if it is not a valid address, with a notice [ED25]', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    await addImage();
    const alt = await open('Alt text');
    await alt.getByLabel('Alt text', { exact: true }).fill('A bowl');
    expect(await alt.getByRole('button').count(), 'one button').to.equal(1);
    await alt.getByRole('button', { name: 'Done' }).click();
    await alt.waitFor({ state: 'detached' });

    const link = await open('Add link');
    const field = link.getByLabel('Link', { exact: true });
    await field.fill('bowl.example');
    await link.getByText('Missing protocol').waitFor();
    await link.getByRole('button', { name: 'Done' }).click();
    await link.waitFor({ state: 'detached' });
    const notice = page.getByRole('alert').filter({ hasText: 'Link not saved: Missing protocol' });
    await notice.getByRole('button', { name: 'Edit' }).click();
    const again = page.getByRole('dialog', { name: 'Add link', exact: true });
    expect(await again.getByLabel('Link', { exact: true }).inputValue()).to.equal('bowl.example');
    await again.getByLabel('Link', { exact: true }).fill(' https://bowl.example/ ');
    await again.getByRole('button', { name: 'Done' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await selected()).to.eql(['A bowl', 'https://bowl.example/', undefined]);
  });

  it('is in the field again with the reason if someone else locked the block meanwhile, and Enter saves it then [ED25]', async () => {
    const setLocked = (isLocked: boolean) =>
      page.evaluate((locked) => {
        const { editor } = window.store;
        const from = [...Object.values(editor.stablePage.things)]
          .filter(({ type }) => type === 'image')
          .at(-1);
        if (!from) throw new Error('no image');
        const { locked: _, ...rest } = from;
        const to = locked ? { ...rest, locked } : rest;
        editor.applyRemote({ added: {}, updated: { [from.uuid]: [from, to] }, removed: {} });
      }, isLocked);
    await addImage();
    for (const [button, label, text] of [
      ['Alt text', 'Alt text', 'A brown bowl'],
      ['Add link', 'Link', 'https://bowl.example/'],
      ['Details', 'HTML id', 'refused-bowl'],
    ] as const) {
      const popup = await open(button);
      const field = popup.getByLabel(label, { exact: true });
      await field.fill(text);
      await setLocked(true);
      await pressOutside();
      await popup.waitFor({ state: 'detached' });
      await setLocked(false);
      await selectAgain();
      await open(button);
      expect(await field.inputValue(), label).to.equal(text);
      expect(await popup.getByText('locked').isVisible(), label).to.equal(true);
      await field.press('Enter');
      await pressOutside();
      await popup.waitFor({ state: 'detached' });
      await selectAgain();
    }
    expect(await selected()).to.eql(['A brown bowl', 'https://bowl.example/', 'refused-bowl']);
  });

  it('counts as unsaved while it is no address, and its notice says what was not saved and opens the field again [PB9][ED25]', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await addImage();
    await page.evaluate(() => {
      window.store.editor.markPublished({});
    });
    expect(await isUnsaved()).to.equal(false);
    const link = await open('Add link');
    await link.getByLabel('Link', { exact: true }).fill('clay.example/plates');
    expect(await isUnsaved()).to.equal(true);
    await pressOutside();
    await link.waitFor({ state: 'detached' });
    expect([await isUnsaved(), (await selected())[1]]).to.eql([true, undefined]);
    const notice = page.getByRole('alert').filter({ hasText: 'Link not saved: Missing protocol' });
    await notice.getByRole('button', { name: 'Edit' }).click();
    const field = link.getByLabel('Link', { exact: true });
    expect(await field.inputValue()).to.equal('clay.example/plates');
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    expect(await isUnsaved()).to.equal(false);
  });

  it('stays with its block if another block is selected before the popup closes, as by a tap, with one notice, until the block is deleted [ED25]', async () => {
    await addImage();
    const [first = ''] = await page.evaluate(() => [...window.store.editor.selection]);
    await addImage();
    const [second = ''] = await page.evaluate(() => [...window.store.editor.selection]);
    const select = (uuid: string) =>
      page.evaluate((each) => {
        window.store.editor.select([each]);
      }, uuid);
    await select(first);
    const link = await open('Add link');
    await link.getByLabel('Link', { exact: true }).fill('first.example');
    await select(second);
    await link.waitFor({ state: 'detached' });
    const rejected = await page.evaluate(() => [...window.store.unsavedTexts.keys()]);
    expect(rejected).to.eql([`${first}/link`]);
    const notice = page.getByRole('alert').filter({ hasText: 'Link not saved' });
    // Fails also if there are two.
    await notice.waitFor();
    await notice.getByRole('button', { name: 'Edit' }).click();
    const field = link.getByLabel('Link', { exact: true });
    expect(await field.inputValue()).to.equal('first.example');
    await field.fill('second.example');
    await select(second);
    await page.getByRole('alert').filter({ hasText: 'Link not saved' }).waitFor();
    await page.evaluate((uuid) => window.store.editor.remove([uuid]), first);
    // There is nothing to edit any more.
    await notice.waitFor({ state: 'detached' });
    await page.evaluate(() => window.store.editor.undo());
    await select(first);

    const alt = await open('Alt text');
    await alt.getByLabel('Alt text', { exact: true }).fill('A bowl');
    await select(second);
    await alt.waitFor({ state: 'detached' });
    await select(first);
    expect((await selected())[0]).to.equal('A bowl');
  });

  it('links text while the address is typed, as one step for undo; Escape takes the link back [ED25]', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Bowls');
    await page.keyboard.press('Control+a');
    const links = () =>
      page.locator('.ProseMirror a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    for (const [key, expected] of [
      ['Escape', []],
      ['Enter', ['https://a.example/']],
    ] as const) {
      await page.keyboard.press('Control+k');
      const popup = page.getByRole('dialog', { name: 'Add link' });
      const field = popup.getByRole('combobox');
      for (const address of ['https://b.example/', 'https://', 'https://a.example/'])
        await field.fill(address);
      expect(await field.evaluate((each) => each === document.activeElement)).to.equal(true);
      expect(await isStored('https://a.example/')).to.equal(true);
      await page.keyboard.press(key);
      await popup.waitFor({ state: 'detached' });
      expect(await links(), key).to.eql(expected);
    }
    await page.keyboard.press('Control+z');
    expect([await links(), await page.locator('.ProseMirror').innerText()]).to.eql([[], 'Bowls']);
  });

  it('links the word at the caret, updates a link that ends there, and where there is neither, inserts the address as text, in one step for undo [TX10]', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.locator('.ProseMirror').waitFor();
    /** Sets a link at the caret; returns the label of the form's button. */
    const link = async (...addresses: readonly string[]) => {
      await page.keyboard.press('Control+k');
      const popup = page.getByRole('dialog', { name: / link$/ });
      for (const address of addresses) await popup.getByRole('combobox').fill(address);
      const label = await popup.locator('[type="submit"]').innerText();
      await page.keyboard.press('Enter');
      await popup.waitFor({ state: 'detached' });
      return label;
    };
    const links = () =>
      page
        .locator('.ProseMirror a')
        .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
    await page.keyboard.type('Our bowls');
    await page.keyboard.press('Control+Home');
    expect(await link('https://a.example/')).to.equal('Add');
    expect(await links()).to.eql([['Our', 'https://a.example/']]);
    // The end of the link.
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('ArrowRight');
    expect(await link('https://b.example/')).to.equal('Update');
    expect(await links()).to.eql([['Our', 'https://b.example/']]);
    await page.keyboard.press('Control+End');
    // Right after typing, with a style that the caret has.
    await page.keyboard.type(', ');
    await page.keyboard.press('Control+b');
    expect(await link('ada@c.example', 'ada@d', 'ada@d.example')).to.equal('Add');
    await page.keyboard.type('!');
    const text = page.locator('.ProseMirror');
    expect(await text.innerText()).to.equal('Our bowls, ada@d.example!');
    expect(await links()).to.deep.include(['ada@d.example', 'mailto:ada@d.example']);
    expect((await page.locator('.ProseMirror strong').allInnerTexts()).join('')).to.equal(
      'ada@d.example!',
    );
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'Remove' }).click();
    expect(await links()).to.have.length(1);
    await page.keyboard.press('Escape');
  });

  it('leaves the selected text highlighted while an address is typed, until the text is clicked, which places the caret [TX11]', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    const text = page.locator('.ProseMirror');
    await text.waitFor();
    await page.keyboard.type('Cups and bowls');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    const highlighted = () =>
      page.evaluate(() => [...(CSS.highlights.get('cobble-selected-text') ?? [])].map(String));
    expect(await highlighted()).to.eql([]);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog', { name: 'Add link' }).getByRole('combobox');
    await field.fill('https://a.example/');
    await eventually(async () => {
      expect(await highlighted()).to.eql(['bowls']);
    });
    const box = await text.boundingBox();
    if (!box) throw new Error('no text');
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    await field.waitFor({ state: 'detached' });
    await eventually(async () => {
      expect(await highlighted()).to.eql([]);
    });
    await page.keyboard.type('X');
    expect(await text.innerText()).to.equal('XCups and bowls');
    expect(await text.locator('a').innerText()).to.equal('bowls');
    await page.keyboard.press('Escape');
  });

  it('leaves the selected text highlighted while its colour is chosen, also without a text field [TX11]', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Cups and bowls');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    const shown = () =>
      page.evaluate(() => [
        ...[...(CSS.highlights.get('cobble-selected-text') ?? [])].map(String),
        ...[String(getSelection())].filter((text) => text !== ''),
      ]);
    await page.getByRole('button', { name: 'Text colour' }).click();
    const popup = page.getByRole('dialog', { name: 'Text colour' });
    for (const color of ['Green, light', 'Green, dark']) {
      await popup.getByRole('button', { name: color, exact: true }).click();
      await eventually(async () => {
        expect(await shown(), color).to.eql(['bowls']);
      });
    }
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await eventually(async () => {
      expect(await shown()).to.eql(['bowls']);
    });
    await page.keyboard.press('Escape');
  });
});
