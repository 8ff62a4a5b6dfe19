import { createBlankPage, createEditor } from '@cobble/engine';
import { expect } from 'chai';
import { cursorFor } from '../input/cursors.ts';
import { CanvasView } from '../view/CanvasView.ts';
import { hitChrome } from './hitChrome.ts';
import { edgesAt, hitRails, placeRails, RAIL, snapLines } from './rails.ts';
import { hitSides, placeSides } from './SectionSides.tsx';

/** A view of a blank page with a reference width of 600 px and a section that is 1200 px high. */
function createView(width: number, zoom = 1) {
  let next = 0;
  const draft = createBlankPage({ slug: 'blank', createId: () => `b${String((next += 1))}` });
  const page = {
    ...draft,
    ...{ ID: 1, accountID: 1, site: { ID: 1, slug: 'market' }, isDisabled: false, revision: 1 },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  };
  const editor = createEditor({ page });
  const [section = ''] = editor.sectionIds;
  editor.resizeSection(section, { height: 2 });
  const view = new CanvasView(editor);
  view.resize(width, 700);
  view.setZoom(zoom);
  return { editor, view, section };
}

describe('page rails', () => {
  it('are beside the window, with handles that stay visible while scrolling', () => {
    const { view } = createView(1100);
    const rails = placeRails(view, 2);
    expect(rails).to.include({ left: -28, right: 608, height: 1200, handleY: 112 });
    view.scrolled(0, 300);
    expect(placeRails(view, 2).handleY).to.equal(412);
    view.scrolled(0, 5000);
    expect(placeRails(view, 2).handleY).to.equal(1200 - RAIL.handleHeight / 2);
  });

  it('overlap the window when it fills the view, and are hidden with its edges', () => {
    const { view } = createView(420);
    expect(placeRails(view, 2)).to.include({ left: 2, right: 420 - 22 });
    const zoomed = createView(500, 3).view;
    zoomed.scrolled(zoomed.windowLeft + 400, 0);
    expect(placeRails(zoomed, 2)).to.include({ left: null, right: null });
  });

  it('have a cutoff handle on each side, and the slicer on the left', () => {
    const { view } = createView(1100);
    const rails = placeRails(view, 2);
    expect(hitRails(rails, { x: -18, y: 120 }, 'mouse')).to.deep.equal({ rail: 'left' });
    expect(hitRails(rails, { x: 618, y: 120 }, 'mouse')).to.deep.equal({ rail: 'right' });
    expect(hitRails(rails, { x: -18, y: 400 }, 'mouse')).to.deep.equal({ slicer: true });
    expect(hitRails(rails, { x: 618, y: 400 }, 'mouse')).to.equal(null);
    expect(hitRails(rails, { x: -18, y: 1300 }, 'mouse')).to.equal(null);
    expect(hitRails(rails, { x: 10, y: 400 }, 'mouse')).to.equal(null);
    // Touches may be less exact.
    expect(hitRails(rails, { x: 2, y: 400 }, 'touch')).to.deep.equal({ slicer: true });
  });

  it("show the window's new edges about its centre, in a zoomed-out view", () => {
    const { view } = createView(1100, 0.5);
    expect(edgesAt(view, 600)).to.deep.equal({ left: 0, right: 300 });
    expect(edgesAt(view, 700)).to.deep.equal({ left: -25, right: 325 });
    expect(snapLines(view).map(({ widthPx }) => widthPx)).to.deep.equal([375, 600, 700, 800, 1200]);
  });
});

describe("a section's side handles", () => {
  it('are in the middle of its visible height, unless that is too small', () => {
    const { editor, view, section } = createView(1100);
    expect(placeSides(editor, view, section)).to.deep.equal({ left: 0, right: 600, y: 350 });
    view.scrolled(0, 1000);
    expect(placeSides(editor, view, section)?.y).to.equal(1100);
    view.scrolled(0, 1150);
    expect(placeSides(editor, view, section)).to.equal(null);
    expect(placeSides(editor, view, 'nobody')).to.equal(null);
  });

  it('are hit only on the handle', () => {
    const sides = { left: 0, right: 600, y: 350 };
    expect(hitSides(sides, { x: 4, y: 360 }, 'mouse')).to.equal('left');
    expect(hitSides(sides, { x: 604, y: 330 }, 'mouse')).to.equal('right');
    expect(hitSides(sides, { x: 300, y: 350 }, 'mouse')).to.equal(null);
    expect(hitSides(sides, { x: 0, y: 420 }, 'mouse')).to.equal(null);
  });

  it('are not hit on a locked section', () => {
    const { editor, view, section } = createView(1100);
    const state = { editor, view, isAdvanced: false, hover: { section } };
    const point = { x: 0, y: 350 / 600 };
    expect(hitChrome(state, point, 'mouse')).to.deep.equal({
      sectionSide: { section, side: 'left' },
    });
    editor.update(section, { locked: true });
    expect(hitChrome(state, point, 'mouse')).to.deep.equal({});
  });

  it("are not hit while a host's tool is active, and its cursor is shown [M28]", () => {
    const { editor, view, section } = createView(1100);
    const state = { editor, view, isAdvanced: false, hover: { section } };
    editor.startTool({ name: 'stamp', cursor: 'copy', handle: () => undefined });
    const hit = hitChrome(state, { x: 0, y: 350 / 600 }, 'mouse');
    expect(hit).to.deep.equal({});
    expect(cursorFor(state, hit)).to.equal('copy');
    editor.stopTool();
    expect(cursorFor(state, {})).to.equal('default');
  });
});
