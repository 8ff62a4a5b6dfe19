import { expect } from 'chai';
import type { Block, Page } from '@cobble/engine';
import { renderPage } from '../renderPage.ts';
import { makeBlock, makePage, makeSection } from '../testing/makePage.ts';
import { withPinPosition } from './pinCss.ts';

const textAt = (uuid: string, x: number, width: number, pin?: 'left' | 'right'): Block =>
  makeBlock({
    uuid,
    type: 'text',
    position: { x, y: 0, width, height: 0.05, ...(pin && { pin }) },
  });

/** The clusters on a phone, each with the ids of its blocks. */
function clustersIn(page: Page): string[] {
  return renderPage(page)
    .html.split('<div class="c')
    .slice(1)
    .map((html) => [...html.matchAll(/ id="(\w+)"/g)].map(([, id]) => id).join(' '));
}

describe('pinned blocks on phones with automatic layout', () => {
  const phone = { phoneLayout: 'automatic', referenceWidth: 600 } as const;

  it('cluster with their neighbours on desktops, after they are moved into the window [LY10]', () => {
    // Positioned left of the window; 383 px further right it would touch `beside`.
    const blocks = [textAt('pinned', -0.175, 0.05, 'right'), textAt('beside', 0.195, 0.27)];
    expect(clustersIn(makePage(blocks, phone)).sort()).to.deep.equal(['beside', 'pinned']);
    // Positioned in the window; 383 px further right it touches `edge`.
    const right = [textAt('pinned', 0.75, 0.2, 'right'), textAt('edge', 1.4, 0.1)];
    expect(clustersIn(makePage(right, phone))).to.deep.equal(['pinned edge']);
  });

  it('stay at the window’s edge on pages that hide overflow', () => {
    const blocks = [
      textAt('over', 0, 0.3),
      textAt('pinned', -0.1, 0.3, 'left'),
      textAt('far', 0.7, 0.2),
    ];
    const clipped = { ...makePage(blocks, phone), style: { hideOverflow: true } };
    expect(clustersIn(clipped)[0]?.split(' ').sort()).to.deep.equal(['over', 'pinned']);
    expect(clustersIn(makePage(blocks, phone))).to.have.length(3);
  });

  it('are moved into the window by their bounds, even in sections wider than it', () => {
    const page = { referenceWidthPx: 600, hideOverflow: false };
    const rotated = textAt('rotated', 0, 0.2, 'left');
    const block = { ...rotated, position: { ...rotated.position, rotationDeg: 90 } };
    const placed = withPinPosition(block, { ...page, windowX: -60 });
    // Its bounds are 30 px wide, from 45 px; the window starts at 60 px, the screen 383 px further
    // left.
    expect(placed.position.x * 600).to.be.closeTo(60 - 45 - 383, 1e-6);
    expect(withPinPosition(makeSection('s1', 1), { ...page, windowX: 0 }).position.x).to.equal(0);
  });
});
