import { expect } from 'chai';
import { boundsOfRotated } from '../geometry/boxes.ts';
import type { Page } from '../model/Page.ts';
import type { Box } from '../model/Position.ts';

/** A block's box in page space, in px at a 600 px window, and the bounds of the rotated box. */
export interface PageBox {
  readonly box: Box;
  readonly bounds: Box;
}

interface Thing {
  readonly uuid?: string | number;
  readonly type: string;
  readonly parentUuid?: string | number;
  readonly position?: Partial<Record<string, number>>;
  readonly content?: { readonly groupOrder?: number };
  readonly groupOrder?: number;
}

const WINDOW_PX = 600;

/**
 * Returns the boxes of an older page's blocks without its sections, in page order. Computed without
 * the migrations' code. Sections are stacked and centred on the window; in pages without sections,
 * the positions of blocks without a parent are in page space.
 */
export function boxesOfLegacyPage(page: unknown): readonly PageBox[] {
  const { things, settings } = page as {
    readonly things: Readonly<Record<string, Thing>> | readonly Thing[];
    readonly settings?: { readonly editorVersion?: string };
  };
  const version = settings?.editorVersion ?? '0.0.0';
  const entries = Array.isArray(things)
    ? (things as readonly Thing[]).map((thing) => [String(thing.uuid), thing] as const)
    : Object.entries(things as Readonly<Record<string, Thing>>);
  return boxesOf(entries, {
    unitPx: version < '0.3.0' ? 1 : WINDOW_PX,
    hasSections: version >= '0.2.0',
  });
}

/** Returns the boxes of a page of the current version. */
export function boxesOfPage(page: Page): readonly PageBox[] {
  return boxesOf(Object.entries(page.things) as unknown as readonly [string, Thing][], {
    unitPx: WINDOW_PX,
    hasSections: true,
  });
}

/** Expects both pages to have the same boxes. */
export function expectSameBoxes(expected: readonly PageBox[], actual: readonly PageBox[]): void {
  expect(actual.map(keyOf).sort()).to.eql(expected.map(keyOf).sort());
}

/** Blocks with the same boxes, to a ten-thousandth of a pixel, have the same key. */
function keyOf({ box, bounds }: PageBox): string {
  return [box, bounds]
    .flatMap(({ x, y, width, height }) => [x, y, width, height])
    .map((px) => (Math.round(px * 10_000) / 10_000 + 0).toFixed(4))
    .join(' ');
}

function boxesOf(
  entries: readonly (readonly [string, Thing])[],
  { unitPx, hasSections }: { readonly unitPx: number; readonly hasSections: boolean },
): readonly PageBox[] {
  const byId = new Map(entries.map(([key, thing]) => [key, thing]));
  const px = (thing: Thing, field: string): number =>
    ((thing.position ?? (thing as unknown as Record<string, number>))[field] ?? 0) * unitPx;
  const parentOf = ({ parentUuid }: Thing): Thing | undefined =>
    parentUuid === undefined ? undefined : byId.get(String(parentUuid));
  const isSection = (thing: Thing): boolean =>
    hasSections && thing.type === 'group' && thing.parentUuid === undefined;
  const tops = new Map<Thing, number>();
  let top = 0;
  const orderOf = (thing: Thing): number => thing.content?.groupOrder ?? thing.groupOrder ?? 0;
  for (const section of [...byId.values()]
    .filter(isSection)
    .sort((a, b) => orderOf(a) - orderOf(b))) {
    tops.set(section, top);
    top += px(section, 'height');
  }
  return entries
    .filter(([, thing]) => !isSection(thing))
    .map(([, thing]) => {
      let [x, y] = [0, 0];
      for (let each: Thing | undefined = thing; each; each = parentOf(each)) {
        const sectionTop = tops.get(each);
        x += sectionTop === undefined ? px(each, 'x') : (WINDOW_PX - px(each, 'width')) / 2;
        y += sectionTop ?? px(each, 'y');
      }
      const box = { x, y, width: px(thing, 'width'), height: px(thing, 'height') };
      return { box, bounds: boundsOfRotated(box, thing.position?.rotationDeg ?? 0) };
    });
}
