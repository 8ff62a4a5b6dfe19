import { expect } from 'chai';
import fc from 'fast-check';
import { observe, runInAction } from 'mobx';
import { makeEditor } from '../testing/makeEditor.ts';
import { CanvasView } from '../view/CanvasView.ts';
import { StageViewport } from './StageViewport.ts';

describe("the area of the chrome's stage", () => {
  it('contains the viewport after every change, and moves at most once for each', () => {
    const windows = fc.record({
      width: fc.integer({ min: 200, max: 2600 }),
      height: fc.integer({ min: 200, max: 1600 }),
      left: fc.double({ min: 0, max: 3000, noNaN: true }),
      top: fc.double({ min: 0, max: 9000, noNaN: true }),
      zoom: fc.double({ min: 0.1, max: 8, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(windows, { minLength: 1, maxLength: 8 }), (all) => {
        const view = new CanvasView(makeEditor());
        const stage = new StageViewport(view);
        const stop = stage.follow();
        let moves = 0;
        observe(stage, 'box', () => (moves += 1));
        for (const { width, height, left, top, zoom } of all) {
          const before = moves;
          runInAction(() => {
            view.resize(width, height);
            view.setZoom(zoom);
            const largest = { x: view.contentWidth - width, y: view.contentHeight - height };
            view.scrolled(Math.min(left, largest.x), Math.min(top, largest.y));
          });
          expect(moves - before).to.be.at.most(1);
          const { box } = stage;
          expect(box.x).to.be.at.most(view.scrollLeft);
          expect(box.y).to.be.at.most(view.scrollTop);
          expect(box.x + box.width).to.be.at.least(view.scrollLeft + width - 1e-6);
          expect(box.y + box.height).to.be.at.least(view.scrollTop + height - 1e-6);
        }
        stop();
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
