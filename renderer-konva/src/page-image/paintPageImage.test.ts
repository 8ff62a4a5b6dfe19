import {
  type Block,
  CobbleError,
  createBlankPage,
  type Page,
  richTextFromPlain,
} from '@cobble/engine';
import { expect } from 'chai';
import { plainResources, recordingTarget } from '../testing/recordingTarget.ts';
import { paintPageImage } from './paintPageImage.ts';
import { pinnedPosition } from './paintPageImage.ts';

let count = 0;

function block(parentUuid: string, change: Partial<Block> & { at?: Partial<Block['position']> }) {
  const { at, ...rest } = change;
  const uuid = `block-${String((count += 1))}`;
  const position = { x: 0.1, y: 0.1, width: 0.5, height: 0.1, rotationDeg: 0, zIndex: 50_000 };
  return {
    ...{ uuid, parentUuid, type: 'text', properties: {}, styles: {}, content: {} },
    ...rest,
    position: { ...position, ...at },
  } as Block;
}

const texts = (parent: string, text: string, change: Parameters<typeof block>[1] = {}): Block =>
  block(parent, { content: { text: richTextFromPlain(text) }, ...change });

function pageOf(style: Page['style'], blocks: (section: Block) => readonly Block[]) {
  const blank = createBlankPage({ slug: 'x', createId: () => `section-${String((count += 1))}` });
  const [section] = Object.values<Block>(blank.things);
  if (!section) throw new Error('A blank page has a section');
  const all = [section, ...blocks(section)];
  return { ...blank, style, things: Object.fromEntries(all.map((each) => [each.uuid, each])) };
}

function paint(page: Pick<Page, 'settings' | 'style' | 'things'>, screenWidthPx = 800) {
  const recording = recordingTarget();
  paintPageImage(recording.target, page, {
    ...{ screenWidthPx, screenHeightPx: 600, scale: 0.5 },
    resources: plainResources(),
  });
  return recording;
}

const moves = ({ calls }: ReturnType<typeof paint>): unknown[][] =>
  calls.filter(([name]) => name === 'translate').map(([, ...values]) => values);

describe('an image of a page', () => {
  it('is not painted with a missing, misspelt or wrong option, as it would be empty [J12, J13]', () => {
    const complete = { screenWidthPx: 800, screenHeightPx: 600, scale: 1 };
    for (const [path, options] of [
      ['options.resources', complete],
      ['options.scale', { ...complete, scale: '2', resources: plainResources() }],
      ['options.Scale', { ...complete, Scale: 2, resources: plainResources() }],
    ] as const)
      expect(() => {
        paintPageImage(
          recordingTarget().target,
          pageOf({}, () => []),
          options as never,
        );
      })
        .to.throw(CobbleError, path)
        .with.deep.include({ code: 'input_invalid', details: { path } });
  });

  it("paints blocks by z-index, a group's children with their group", () => {
    const page = pageOf({}, ({ uuid }) => {
      const group = block(uuid, { type: 'group', at: { zIndex: 2 } });
      return [
        texts(uuid, 'over', { at: { zIndex: 3 } }),
        texts(uuid, 'under', { at: { zIndex: 1 } }),
        texts(group.uuid, 'in the group', { at: { zIndex: 9 } }),
        group,
      ];
    });
    const recording = paint(page);
    expect(recording.texts()).to.eql(['under', 'in the group', 'over']);
    expect(recording.depth()).to.equal(0);
  });

  it('stacks sections, without those hidden on desktops', () => {
    const page = pageOf({}, (first) => {
      const section = (order: number, hideOn?: 'desktop') => ({
        ...block('', { type: 'group', content: { groupDisplay: 'freeform', groupOrder: order } }),
        parentUuid: undefined,
        position: { ...first.position, width: 1, height: 0.4 },
        properties: hideOn ? { hideOn } : {},
      });
      const [second, third] = [section(5), section(9)];
      const unseen = section(7, 'desktop');
      return [second, unseen, third, texts(third.uuid, 'third'), texts(unseen.uuid, 'unseen')];
    });
    const things = Object.fromEntries(
      Object.entries(page.things).map(([uuid, each]) => {
        const isFirst = (each.content as { groupOrder?: number }).groupOrder === 0;
        return [uuid, isFirst ? { ...each, position: { ...each.position, height: 0.3 } } : each];
      }),
    );
    const recording = paint({ ...page, things });
    expect(recording.texts()).to.eql(['third']);
    // Of a window of 600 px: 0.3 of the first section and 0.4 of the second.
    expect(moves(recording)).to.deep.include([0, 420]);
  });

  it('skips blocks that are hidden on desktops or below the visible height', () => {
    const page = pageOf({}, ({ uuid }) => [
      texts(uuid, 'seen'),
      texts(uuid, 'for phones', { properties: { hideOn: 'desktop' } }),
      texts(uuid, 'for desktops', { properties: { hideOn: 'mobile' } }),
      texts(uuid, 'far below', { at: { y: 9 } }),
      texts(uuid, 'reaches up', { at: { y: 1.3, rotationDeg: 45, width: 2, height: 0.1 } }),
    ]);
    expect(paint(page).texts()).to.eql(['seen', 'for desktops', 'reaches up']);
  });

  it("fills the whole screen, and then the page's background at the page's width", () => {
    const style = { backgroundColor: '#112233', borderColor: '#445566', hideOverflow: true };
    const fills = paint(pageOf(style, () => []))
      .calls.filter(([name]) => name === 'fillRect')
      .map(([, ...values]) => values);
    expect(fills).to.eql([
      [0, 0, 800, 600],
      [100, 0, 600, 600],
    ]);
  });

  it('centres the window on the screen, and scales it to a narrower screen', () => {
    expect(moves(paint(pageOf({}, () => [])))[0]).to.eql([100, 0]);
    const narrow = paint(
      pageOf({}, () => []),
      500,
    );
    expect(moves(narrow)[0]).to.eql([0, 0]);
    const scales = narrow.calls.filter(([name]) => name === 'scale');
    expect(scales[1]).to.eql(['scale', 500 / 600, 500 / 600]);
  });

  it('keeps pinned blocks at their edge of the screen, wholly visible', () => {
    const screen = { windowX: 0, referenceWidthPx: 600, sidePx: 150 };
    const at = (pin: 'left' | 'right', x: number) =>
      pinnedPosition(block('s', { at: { x, width: 0.2, pin } }), screen).position.x;
    expect(at('left', 0.05)).to.be.closeTo(0.05 - 0.25, 1e-9);
    expect(at('right', 0.75)).to.be.closeTo(0.75 + 0.25, 1e-9);
    expect(at('left', -0.4)).to.be.closeTo(-0.25, 1e-9);
    const cutOff = { ...screen, sidePx: null };
    const pinned = pinnedPosition(block('s', { at: { x: 0.9, width: 0.2, pin: 'right' } }), cutOff);
    expect(pinned.position.x).to.be.closeTo(0.8, 1e-9);
    const free = block('s', {});
    expect(pinnedPosition(free, screen)).to.equal(free);
  });
});
