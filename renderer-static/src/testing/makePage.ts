import { EDITOR_VERSION, type Block, type Page, type PageSettings } from '@cobble/engine';

/** Fields of a test block; others have defaults. */
export interface BlockSpec extends Partial<Omit<Block, 'position'>> {
  readonly uuid: string;
  readonly type: string;
  readonly position?: Partial<Block['position']>;
}

/** A block for tests, in section `s1` by default; its HTML id is its uuid. */
export function makeBlock({ position, properties, ...rest }: BlockSpec): Block {
  return {
    parentUuid: 's1',
    styles: {},
    content: {},
    ...rest,
    properties: { htmlId: rest.uuid, ...properties },
    position: {
      x: 0.1,
      y: 0.1,
      width: 0.25,
      height: 0.25,
      rotationDeg: 0,
      zIndex: 50_000,
      ...position,
    },
  };
}

/** A section for tests. */
export function makeSection(uuid: string, height: number, groupOrder = 0): Block {
  return makeBlock({
    uuid,
    type: 'group',
    parentUuid: undefined,
    position: { x: 0, y: 0, width: 1, height },
    content: { groupDisplay: 'freeform', groupOrder },
  });
}

/** A page with these blocks; without a section among them it gets `s1`, 2 units high. */
export function makePage(blocks: readonly Block[], settings: Partial<PageSettings> = {}): Page {
  const all = blocks.some(({ parentUuid }) => parentUuid === undefined)
    ? blocks
    : [makeSection('s1', 2), ...blocks];
  return {
    ID: 1,
    slug: 'main',
    site: { ID: 1, slug: 'ada' },
    accountID: 1,
    isPublic: true,
    isListed: false,
    isPeekable: false,
    isDisabled: false,
    relativeHeight: 2,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: 1,
    settings: { editorVersion: EDITOR_VERSION, referenceWidth: 600, ...settings },
    style: {},
    things: Object.fromEntries(all.map((block) => [block.uuid, block])),
  };
}
