import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import type { Block } from '../model/Block.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Position } from '../model/Position.ts';
import { richTextFromPlain } from '../text/richText.ts';

type TestFields<Whole> = Partial<Omit<Whole, 'position'>> & {
  readonly position?: Partial<Position>;
};

/** Creates a section for tests, one unit wide and high. */
export function makeTestSection(
  uuid: string,
  options: TestFields<Block> & { order?: number } = {},
): Block {
  const { position, order = 0, ...rest } = options;
  return {
    uuid,
    type: 'group',
    position: { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: 50_000, ...position },
    properties: {},
    styles: {},
    content: { groupDisplay: 'freeform', groupOrder: order },
    ...rest,
  };
}

/**
 * Creates a block for tests: a rectangle of 0.2 by 0.1 units at the section's top left by default.
 */
export function makeTestBlock(uuid: string, options: TestFields<Block> = {}): Block {
  const { position, ...rest } = options;
  return {
    uuid,
    type: 'shape',
    parentUuid: 's1',
    position: { x: 0, y: 0, width: 0.2, height: 0.1, rotationDeg: 0, zIndex: 50_000, ...position },
    properties: {},
    styles: {},
    content: { shapeType: 'rectangle', shapeColor: '#FFB52E' },
    ...rest,
  };
}

/** Creates a text block for tests. */
export function makeTestText(uuid: string, text: string, options: TestFields<Block> = {}): Block {
  return makeTestBlock(uuid, {
    type: 'text',
    content: { text: richTextFromPlain(text), useAutosize: true },
    styles: { paddingPx: 12, lineHeight: 1.4 },
    ...options,
  });
}

/**
 * Creates a page for tests: the sections `s1` and `s2`, each one unit high, and the given blocks. A
 * block with the id of a section replaces it.
 */
export function makeTestPage(
  blocks: readonly Block[] = [],
  fields: Partial<PageFields> = {},
): Page {
  const all = [makeTestSection('s1'), makeTestSection('s2', { order: 1 }), ...blocks];
  return {
    ID: 7,
    slug: 'main',
    site: { ID: 3, slug: 'ada' },
    accountID: 1,
    isPublic: true,
    isListed: true,
    isPeekable: false,
    isDisabled: false,
    relativeHeight: 2,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: 1,
    settings: { title: 'Test', editorVersion: EDITOR_VERSION, referenceWidth: 600 },
    style: { backgroundColor: '#FFFFFF' },
    ...fields,
    things: Object.fromEntries(all.map((block) => [block.uuid, block])),
  };
}
