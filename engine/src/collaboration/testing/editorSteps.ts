import fc from 'fast-check';
import type { Editor } from '../../editor/Editor.ts';
import { type Page, PAGE_FLAGS } from '../../model/Page.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from '../../testing/makeTestPage.ts';

/** An edit that a user could make; `pick` maps a number to the id of a block. */
export interface EditorStep {
  readonly name: string;
  readonly run: (editor: Editor, pick: (at: number) => string) => unknown;
}

const coordinate = fc.integer({ min: -4, max: 20 }).map((each) => each / 8);
const at = fc.nat(40);
const several = fc.array(at, { minLength: 1, maxLength: 3 });
const step = (name: string, run: EditorStep['run']): EditorStep => ({ name, run });

/** Any edit of a page, with random arguments. */
export const editorStep: fc.Arbitrary<EditorStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('shape', 'text', 'sticky-note', 'rich-button')
      .map((type) => step(`add ${type}`, (editor) => editor.add({ type }))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(at, coordinate, coordinate)
      .map(([which, x, y]) =>
        step(`move ${which} ${x} ${y}`, (editor, pick) =>
          editor.update(pick(which), { position: { x, y } }),
        ),
      ),
  },
  fc
    .tuple(at, coordinate, fc.integer({ min: -180, max: 180 }))
    .map(([which, width, rotationDeg]) =>
      step(`rotate ${which}`, (editor, pick) =>
        editor.update(pick(which), { position: { width: Math.abs(width), rotationDeg } }),
      ),
    ),
  {
    weight: 3,
    arbitrary: fc
      .tuple(at, fc.constantFrom(0, 0.25, 0.5, 1), fc.constantFrom(undefined, 4, 8))
      .map(([which, opacity, borderRadiusPx]) =>
        step(`style ${which}`, (editor, pick) =>
          editor.update(pick(which), { styles: { opacity, borderRadiusPx } }),
        ),
      ),
  },
  {
    weight: 2,
    arbitrary: several.map((which) =>
      step(`remove ${which.join()}`, (editor, pick) => editor.remove(which.map(pick))),
    ),
  },
  several.map((which) =>
    step(`duplicate ${which.join()}`, (editor, pick) => editor.duplicate(which.map(pick))),
  ),
  fc
    .tuple(fc.constantFrom('front', 'back', 'forward', 'backward'), several)
    .map(([to, which]) =>
      step(`${to} ${which.join()}`, (editor, pick) => editor.reorder(to, which.map(pick))),
    ),
  several.map((which) =>
    step(`group ${which.join()}`, (editor, pick) => {
      editor.select(which.map(pick));
      return editor.group();
    }),
  ),
  several.map((which) =>
    step(`ungroup ${which.join()}`, (editor, pick) => {
      editor.select(which.map(pick));
      return editor.ungroup();
    }),
  ),
  at.map((which) => step('add section', (editor) => editor.addSection(which % 4))),
  at.map((which) =>
    step(`section ${which} down`, (editor, pick) => editor.moveSection(pick(which), 'down')),
  ),
  fc
    .tuple(at, coordinate)
    .map(([which, height]) =>
      step(`resize section ${which}`, (editor) =>
        editor.resizeSection(sectionOf(editor, which), { height }),
      ),
    ),
  fc
    .tuple(at, fc.constantFrom(0.5, 0.9, 1.2))
    .map(([which, width]) =>
      step(`widen section ${which} ${width}`, (editor) =>
        editor.resizeSection(sectionOf(editor, which), { width }),
      ),
    ),
  fc
    .tuple(at, fc.integer({ min: 0, max: 12 }), fc.constantFrom(-1, -0.25, 0.125, 0.5))
    .map(([which, y, by]) =>
      step(`slice ${which} ${y} ${by}`, (editor) =>
        editor.slice(sectionOf(editor, which), y / 8, by),
      ),
    ),
  fc
    .tuple(fc.constantFrom(480, 600, 700), fc.boolean())
    .map(([px, scale]) =>
      step(`reference width ${px} ${String(scale)}`, (editor) =>
        editor.setReferenceWidth(px, { scale }),
      ),
    ),
  at.map((which) =>
    step(`replace ${which}`, (editor, pick) =>
      editor.replacePage(withoutBlock(editor, pick(which))),
    ),
  ),
  at.map((which) =>
    step(`replace with another page ${which}`, (editor) => editor.replacePage(otherPage(which))),
  ),
  fc.constant(
    step('replace with the first page', (editor) =>
      editor.replacePage(firstPages.get(editor) ?? editor.page),
    ),
  ),
  fc
    .tuple(several, fc.boolean())
    .map(([which, locked]) =>
      step(`lock ${which.join()} ${String(locked)}`, (editor, pick) =>
        editor.setLocked(locked, which.map(pick)),
      ),
    ),
  fc
    .constantFrom('One', 'Two', undefined)
    .map((title) =>
      step(`title ${String(title)}`, (editor) => editor.updatePage({ settings: { title } })),
    ),
  fc
    .constantFrom(...PAGE_FLAGS)
    .chain((flag) =>
      fc
        .boolean()
        .map((on) => step(`${flag} ${String(on)}`, (editor) => editor.updatePage({ [flag]: on }))),
    ),
  several.map((which) =>
    step(`copy ${which.join()}`, (editor, pick) => {
      editor.select(which.map(pick));
      const copied = editor.copy();
      return copied === null ? null : editor.paste(copied);
    }),
  ),
  several.map((which) =>
    step(`cut ${which.join()}`, (editor, pick) => {
      editor.select(which.map(pick));
      const cut = editor.cut();
      return cut.ok ? editor.paste(cut.value) : cut;
    }),
  ),
  fc
    .tuple(several, fc.constantFrom('horizontal' as const, 'vertical' as const))
    .map(([which, axis]) =>
      step(`flip ${which.join()} ${axis}`, (editor, pick) => {
        editor.select(which.map(pick));
        return editor.flip(axis);
      }),
    ),
  fc
    .tuple(at, coordinate)
    .map(([which, x]) =>
      step(`phone ${which} ${x}`, (editor, pick) =>
        editor.placeOnPhone(pick(which), { x, y: 0.1, width: 0.5, height: 0.25 }),
      ),
    ),
  fc.tuple(at, several, fc.boolean()).map(([which, order, isFree]) =>
    step(`reading order ${which} ${String(isFree)}`, (editor, pick) => {
      const parent = sectionOf(editor, which);
      const chosen = new Set(order.map(pick));
      const uuids = editor.childrenOf(parent).flatMap(({ uuid }) => (chosen.has(uuid) ? uuid : []));
      return editor.setReadingOrder(parent, isFree ? null : uuids);
    }),
  ),
  at.map((which) =>
    step(`link ${which}`, (editor, pick) =>
      editor.update(pick(which), { properties: { hyperlink: 'https://example.org' } }),
    ),
  ),
  fc.tuple(at, fc.constantFrom(undefined, 1, 2)).map(([which, widthPx]) =>
    step(`border ${which} ${String(widthPx)}`, (editor, pick) =>
      editor.update(pick(which), {
        styles: { border: widthPx && { widthPx, style: 'solid', color: '#112233' } },
      }),
    ),
  ),
  fc.tuple(at, fc.constantFrom('', 'One', 'Two words')).map(([which, text]) =>
    step(`type ${which} ${text}`, (editor, pick) => {
      if (!editor.startTextEditing(pick(which))) return;
      editor.setEditedText(text);
      editor.stopTextEditing();
    }),
  ),
);

function sectionOf({ sectionIds }: Editor, which: number): string {
  return sectionIds[which % sectionIds.length] ?? '';
}

/** The page of each editor before its first step. */
const firstPages = new WeakMap<Editor, Page>();

/** A page whose blocks are new, or were removed before. */
function otherPage(which: number): Page {
  const section = `other${String(which % 3)}`;
  const block = makeTestBlock(`${section}-block`, { parentUuid: section });
  const page = makeTestPage([makeTestSection(section), block]);
  const { s1: _, s2: __, ...things } = page.things;
  return { ...page, things };
}

/** The page without a block. */
function withoutBlock({ page: { settings, style, things } }: Editor, uuid: string) {
  const kept = Object.entries(things).filter(([each]) => each !== uuid);
  return { settings, style, things: Object.fromEntries(kept) };
}

/** Runs a step on existing blocks. */
export function runStep(editor: Editor, { run }: EditorStep): void {
  if (!firstPages.has(editor)) firstPages.set(editor, editor.page);
  const ids = [...editor.blocks.keys()].sort();
  run(editor, (which) => ids[which % ids.length] ?? '');
}
