import { createBlankPage, createEditor, inputEventSchema, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { CanvasView } from '../view/CanvasView.ts';
import { coalescedOf, toPointerFields } from './pointerEvents.ts';

describe("a browser's pointer event", () => {
  const page: Page = {
    ...createBlankPage({ slug: 'main', createId: () => 'section' }),
    ...{ ID: 1, site: { ID: 1, slug: 'ada' }, accountID: 1, isDisabled: false, revision: 0 },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  };
  const event = { clientX: 310, clientY: 130, pointerType: 'mouse', pressure: 0, button: 0 };
  const modifiers = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: true };

  it('becomes a position on the page, with the size of a unit and the zoom as separate fields', () => {
    const view = new CanvasView(createEditor({ page }));
    view.resize(600, 400);
    view.setZoom(2);
    const fields = toPointerFields({ ...event, ...modifiers }, view, {
      x: event.clientX - 10,
      y: event.clientY - 10,
    });
    expect(fields).to.include({ pxPerUnit: 600, zoom: 2, ctrl: true, shift: false });
    expect(fields.y).to.be.closeTo(120 / 1200, 1e-9);
    expect(inputEventSchema.safeParse({ type: 'pointermove', ...fields }).success).to.equal(true);
  });

  it('is used alone where browsers report no coalesced events, as without HTTPS', () => {
    const plain = { ...event, ...modifiers } as unknown as PointerEvent;
    expect(coalescedOf(plain)).to.deep.equal([plain]);
  });
});
