import { createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { CanvasView } from './CanvasView.ts';

describe('CanvasView', () => {
  it("has the default width and zoom where a host's props are not positive numbers, instead of a canvas that shows nothing [CV12]", () => {
    const view = new CanvasView(createEditor({ page: createPage() }));
    view.resize(1300, 600);
    const byDefault = view.pxPerUnit;
    for (const wrong of [NaN, Infinity, -Infinity, 0, -600, '600' as never, null]) {
      view.setWindowWidth(wrong);
      expect(view.pxPerUnit, String(wrong)).to.equal(byDefault);
      expect(view.pageBox.width, String(wrong)).to.be.within(byDefault, 1366);
    }
    view.setWindowWidth(375);
    expect(view.pxPerUnit).to.equal(375);
    view.setZoom(NaN);
    expect(view.zoom).to.equal(1);
  });
});
