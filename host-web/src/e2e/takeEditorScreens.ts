import type { BuiltinBlockType, Editor, Kit } from '@cobble/engine';
import type { Page } from 'playwright-core';
import { EditorDriver } from './EditorDriver.ts';

/** Types with a toolbar of their own; the other types have the toolbar of one of these. */
const TYPES: readonly BuiltinBlockType[] = [
  'text',
  'image',
  'gif',
  'shape',
  'drawing',
  'rich-button',
  'button',
  'sticky-note',
  'audio',
  'youtube',
  'bandcamp',
  'code-embed',
  'channel',
];

/**
 * Takes a screenshot of every bar, menu, dialog, toolbar and popup of the editor, which must show
 * an open page.
 *
 * @param take stores what is on screen under a name
 */
export async function takeEditorScreens(
  page: Page,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const editor = new EditorDriver(page);
  await editor.ready();
  page.setDefaultTimeout(5000);

  const closePopups = async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      const open = page.locator('[role=dialog], [role=menu], [role=listbox]');
      if ((await open.count()) === 0) return;
      await page.keyboard.press('Escape');
      await page.waitForTimeout(150);
    }
  };

  /** Opens each popup of a toolbar and takes a screenshot of it. */
  const takePopups = async (toolbarName: string, prefix: string) => {
    const triggers = page
      .getByRole('toolbar', { name: toolbarName, exact: true })
      .locator('button[aria-haspopup]');
    for (let index = 0; index < (await triggers.count()); index += 1) {
      const trigger = triggers.nth(index);
      const label = (await trigger.getAttribute('aria-label')) ?? (await trigger.innerText());
      await trigger.click();
      await take(`${prefix}-${String(index + 1)}-${fileNameOf(label)}`);
      await closePopups();
    }
  };

  for (const name of ['Cobble', 'Tools', 'Page', 'View'])
    await takePopups(name, `bar-${fileNameOf(name)}`);
  await takePopups('Section', 'section');

  for (const type of TYPES) {
    await editor.evaluate((headless, name) => {
      headless.remove([...headless.selection]);
      const anyEditor: Editor<Kit> = headless;
      anyEditor.add({ type: name });
    }, type);
    await take(`block-${type}`);
    await takePopups('Selection', `block-${type}`);
  }

  await editor.evaluate((headless) => {
    headless.remove([...headless.selection]);
    const texts = [...headless.blocks.values()].filter(({ type }) => type === 'text').slice(0, 2);
    headless.select(texts.map(({ uuid }) => uuid));
  });
  await take('several');
  await takePopups('Selection', 'several');
  await page.keyboard.press('Shift+F10');
  await take('context-menu');
  await closePopups();
  await editor.evaluate((headless) => {
    headless.group();
  });
  await take('group');
  await takePopups('Selection', 'group');
  await page.keyboard.press('Escape');

  for (const [name, key] of [
    ['palette', 'Control+k'],
    ['keys', '?'],
    ['tool-draw', 'd'],
  ] as const) {
    await page.keyboard.press(key);
    await take(name);
    await closePopups();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+.');
  await page.frameLocator('iframe').locator('main').waitFor();
  await take('preview');
  await page.keyboard.press('Control+.');
}

/** Turns a label into a part of a file name. */
function fileNameOf(label: string): string {
  return label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
