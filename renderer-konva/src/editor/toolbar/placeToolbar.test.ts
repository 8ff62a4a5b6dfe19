import type { Box, Point } from '@cobble/engine';
import { expect } from 'chai';
import { placeHandles } from '../../chrome/handles.ts';
import { placeToolbar } from './placeToolbar.ts';

const workspace = { x: 0, y: 0, width: 1280, height: 800 };
const toolbar = { width: 372, height: 46 };

function place(selection: Box, rotationDeg = 0, of: Box = selection) {
  const handles = placeHandles(of, rotationDeg);
  const found = placeToolbar({ selection, handles, toolbar, workspace });
  return { ...found, box: { x: found.x, y: found.y, ...toolbar }, handles };
}

/** The names of the handles that the toolbar covers. */
function covered(box: Box, handles: readonly (Point & { readonly name: string })[]): string[] {
  return handles
    .filter(
      ({ x, y }) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
    )
    .map(({ name }) => name);
}

describe('placeToolbar', () => {
  it('is above a selection, or else below its rotate handle, away from toasts if there is space', () => {
    const above = place({ x: 500, y: 300, width: 200, height: 100 });
    expect(above).to.include({ x: 414, y: 238, isAbove: true, isLow: false });
    const below = place({ x: 500, y: 80, width: 200, height: 100 });
    expect(below).to.include({ x: 414, y: 234, isAbove: false, isLow: false });
  });

  it('covers no handle of a tall block, so that it can still be resized and rotated by its lower edge [ED22]', () => {
    const { box, handles, isLow } = place({ x: 300, y: 18, width: 400, height: 612 });
    expect(covered(box, handles)).to.deep.equal([]);
    expect(box.y).to.be.at.least(670);
    expect(box.y + box.height).to.be.at.most(742);
    expect(isLow).to.equal(true);
  });

  it('is beside a block that leaves no space above and below, and over one that fills the page [ED22]', () => {
    const right = place({ x: 300, y: 40, width: 400, height: 660 });
    expect(right.box.x).to.be.at.least(700);
    const left = place({ x: 600, y: 40, width: 600, height: 660 });
    expect(left.box.x + left.box.width).to.be.at.most(600);
    for (const selection of [
      { x: 80, y: 30, width: 1120, height: 660 },
      { x: 80, y: -300, width: 1120, height: 1600 },
      { x: 80, y: 90, width: 1120, height: 640 },
      { x: 80, y: -500, width: 1120, height: 1200 },
    ]) {
      const { box, handles } = place(selection);
      expect(covered(box, handles)).to.deep.equal([]);
      expect(box.y).to.be.at.least(76);
      expect(box.y + box.height).to.be.at.most(742);
    }
  });

  it('covers no upload of a tall image, whose button cancels it [ED22]', () => {
    const selection = { x: 447, y: 100, width: 386, height: 600 };
    const handles = placeHandles(selection, 0);
    const card = { x: 530, y: 648, width: 220, height: 38 };
    const wide = { ...toolbar, width: 424 };
    const found = placeToolbar({ selection, handles, cards: [card], toolbar: wide, workspace });
    const box = { x: found.x, y: found.y, ...wide };
    expect(covered(box, handles)).to.deep.equal([]);
    expect(box.y + box.height).to.be.at.most(card.y);
  });

  it('avoids the rotate handle wherever it is [ED22]', () => {
    const of = { x: 500, y: 300, width: 200, height: 100 };
    for (const rotationDeg of [45, 90, 135, 180, 225]) {
      const rotated = { x: 525, y: 275, width: 150, height: 150 };
      const { box, handles } = place(rotationDeg % 180 === 0 ? of : rotated, rotationDeg, of);
      expect(covered(box, handles), String(rotationDeg)).to.deep.equal([]);
    }
  });

  it('stays within the editor when most of the block is out of view or the editor is too small', () => {
    expect(place({ x: 500, y: -95, width: 200, height: 100 }).box.y).to.equal(76);
    const small = { x: 0, y: 0, width: 700, height: 300 };
    const selection = { x: -100, y: -100, width: 900, height: 900 };
    const found = placeToolbar({ selection, handles: [], toolbar, workspace: small });
    expect(found.y).to.be.within(76, 300 - 72 - 46);
  });
});
