import { createEditor } from '@cobble/engine';
import { expect } from 'chai';
import { testPage } from '../editor/testing/testPage.ts';
import type { ChromeState } from './ChromeState.ts';
import { hitChrome } from './hitChrome.ts';
import { isEdgeCovered } from './SectionEdges.tsx';

describe("a section's lower edge", () => {
  it('has no handle under a selected block, which is dragged there instead [GS10]', () => {
    const editor = createEditor({ page: testPage() });
    editor.addSection(1).unwrap();
    const [first = ''] = editor.sectionIds;
    const { height = NaN } = editor.boxOf(first) ?? {};
    const position = { x: 0.3, y: height - 0.2, width: 0.4, height: 0.4 };
    const [block = ''] = editor.add({ type: 'shape', position }).unwrap();
    const state = { editor, view: { pxPerUnit: 600 }, hover: {}, isAdvanced: false };
    const hit = () => hitChrome(state as unknown as ChromeState, { x: 0.5, y: height }, 'mouse');
    editor.select([]);
    expect([isEdgeCovered(editor, height), hit()]).to.eql([false, { sectionEdge: first }]);
    editor.select([block]);
    expect([isEdgeCovered(editor, height), hit()]).to.eql([true, {}]);
  });
});
