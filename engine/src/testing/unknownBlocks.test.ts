import { expect } from 'chai';
import fc from 'fast-check';
import { makeAutosaveEnvelope, parseAutosaveEnvelope } from '../autosave/autosaveEnvelope.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { Editor } from '../editor/Editor.ts';
import { migratePage } from '../migrations/migratePage.ts';
import type { Block } from '../model/Block.ts';
import { applyChange, type Change, invertChange } from '../model/Change.ts';
import { reliableSimulation } from '../collaboration/testing/reliableSimulation.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from './makeTestPage.ts';

/**
 * Fields and content that are not in any schema, without keys that the parser rejects everywhere.
 */
const anything = fc
  .dictionary(fc.stringMatching(/^[a-z][A-Za-z]{1,8}$/), fc.jsonValue({ maxDepth: 3 }), {
    maxKeys: 4,
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
  .filter((value) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)));

const schemaFields = new Set(Object.keys(makeTestBlock('x', { altText: '', locked: false })));

/** A block from a newer editor or one with more kits. */
const unknownBlock = fc
  .tuple(anything, anything, anything, anything)
  .map(([content, styles, properties, fields]): Block => ({
    ...Object.fromEntries(Object.entries(fields).filter(([key]) => !schemaFields.has(key))),
    ...makeTestBlock('odd', {
      type: 'from-the-future',
      content,
      properties: { hyperlink: 'https://example.org/', ...prefixKeys('properties', properties) },
      styles: { opacity: 0.5, ...prefixKeys('styles', styles) },
    }),
  }));

/** Prefixes the keys, so that none is in a schema. */
function prefixKeys(where: string, value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [`${where}${key}`, each]));
}

/** The block without the fields that copying changes. */
function rest({ uuid: _, parentUuid: __, position: ___, ...others }: Block): object {
  return others;
}

describe('blocks of unknown types', () => {
  it('survive parsing, migration, edits, undo, copying, changes and autosave untouched (law) [J5]', () => {
    fc.assert(
      fc.property(unknownBlock, (block) => {
        const page = makeTestPage([block, makeTestSection('g', { parentUuid: 's1' })]);
        const json = JSON.parse(JSON.stringify(page)) as unknown;
        expect(parsePage(json).things.odd).to.eql(block);
        expect(migratePage(json).page.things.odd).to.eql(block);

        const editor = makeTestEditor([], { page: parsePage(json) });
        const start = editor.page;
        const changes: Change[] = [];
        editor.onChange((change) => changes.push(JSON.parse(JSON.stringify(change)) as Change));
        editor.select(['odd']);
        editor.nudge(8, 8);
        editor.update('odd', { styles: { opacity: 0.7 }, position: { rotationDeg: 10 } });
        const edited = editor.blocks.get('odd');
        expect(edited && rest(edited)).to.eql({
          ...rest(block),
          styles: { ...block.styles, opacity: 0.7 },
        });
        expect(editor.duplicate()).to.include({ ok: true });
        expect(editor.selectedBlocks.map(rest)).to.eql([edited && rest(edited)]);
        expect(editor.paste(editor.copy() ?? '')).to.include({ ok: true });
        expect(editor.selectedBlocks.map(rest)).to.eql([edited && rest(edited)]);
        editor.select(['odd', 'g']);
        expect(editor.group()).to.include({ ok: true });

        const end = editor.page;
        expect(changes.reduce(applyChange, start)).to.eql(end);
        expect(changes.map(invertChange).reduceRight(applyChange, end)).to.eql(start);
        const stored = JSON.stringify(makeAutosaveEnvelope(end, 1));
        expect(parseAutosaveEnvelope(stored)?.page).to.eql(end);
        while (editor.undo());
        expect(editor.page).to.eql(start);
        editor.remove(['odd']);
        editor.undo();
        expect(editor.blocks.get('odd')).to.eql(block);
      }),
      { numRuns: 30 },
    );
  });

  it('that are pasted in a room reach the others [J5, X12]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [0, 1].map((index) => simulation.clients[index]?.editor);
    const copied = makeTestEditor([makeTestBlock('odd', { type: 'from-the-future' })]);
    copied.select(['odd']);
    const pasted = one?.paste(copied.copy() ?? '');
    await settle();
    const [uuid = ''] = pasted?.ok ? pasted.value : [];
    expect(one?.blocks.get(uuid)?.type).to.equal('from-the-future');
    expect(two?.blocks.get(uuid)).to.eql(one?.blocks.get(uuid));
  });

  it('cannot be added, and have no text to edit [J5]', () => {
    const editor: Editor<Kit> = makeTestEditor([makeTestBlock('odd', { type: 'from-the-future' })]);
    expect(editor.add({ type: 'from-the-future' })).to.include({ code: 'unknown_type' });
    expect(editor.startTextEditing('odd')).to.equal(false);
  });
});
