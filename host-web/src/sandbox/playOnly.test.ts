import { createEditor, createPage, type Editor } from '@cobble/engine';
import { isSandboxPlace, SANDBOX } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { nearestPlace, playOnly, refuseToAdd } from './playOnly.ts';

describe('the sandbox in an editor', () => {
  let editor: Editor;
  beforeEach(() => {
    const common = { properties: {}, styles: {} };
    const { block, section, height } = SANDBOX;
    editor = createEditor({
      page: createPage({
        style: { margin: 0 },
        things: {
          [section]: {
            ...{ ...common, uuid: section, type: 'group' },
            position: { x: 0, y: 0, width: 1, height, rotationDeg: 0, zIndex: 1 },
            content: { groupDisplay: 'freeform', groupOrder: 0 },
          },
          [block]: {
            ...{ ...common, uuid: block, type: 'shape', parentUuid: section },
            position: { x: 0.4, y: 0.3, width: 0.2, height: 0.2, rotationDeg: 0, zIndex: 1 },
            content: { shapeType: 'rectangle', shapeColor: '#C0322B' },
          },
        },
      }),
    });
    playOnly(editor);
  });
  const place = () => {
    const position = editor.blocks.get(SANDBOX.block)?.position;
    if (!position) throw new Error('The red block is gone');
    return position;
  };
  const sectionHeight = () => editor.blocks.get(SANDBOX.section)?.position.height;

  it('puts a block that was dropped across an edge where it is inside as a whole [SB3]', () => {
    for (const position of [
      { x: -5, y: 0.7 },
      { x: 3, y: -2 },
      { y: 0.79 },
      { width: 0.39, height: 0.01, rotationDeg: 45 },
      { width: 3, height: 3, rotationDeg: 0 },
      { x: 0.9, rotationDeg: 30 },
    ]) {
      expect(editor.update(SANDBOX.block, { position }).ok).to.equal(true);
      expect(isSandboxPlace(place()), JSON.stringify(place())).to.equal(true);
      expect(sectionHeight()).to.equal(SANDBOX.height);
      expect(editor.fields.relativeHeight).to.equal(SANDBOX.height);
    }
  });

  it('leaves a place inside as it is, and the one nearest to it is that place [SB3]', () => {
    editor.update(SANDBOX.block, { position: { x: 0.05, y: 0.55 } }).unwrap();
    expect(place()).to.include({ x: 0.05, y: 0.55 });
    const nearest = nearestPlace(place());
    for (const name of ['x', 'y', 'width', 'height', 'rotationDeg'] as const)
      expect(nearest[name], name).to.be.closeTo(place()[name], 1e-9);
  });

  it('refuses every other edit, but takes boops [SB3]', () => {
    const before = editor.stablePage;
    const { block, section } = SANDBOX;
    const refused = [
      editor.add({ type: 'sticky-note' }),
      editor.remove(block),
      editor.duplicate(block),
      editor.group([block]),
      editor.setLocked(true, block),
      editor.reorder('front', block),
      editor.update(block, { styles: { opacity: 0.5 } }),
      editor.update(section, { position: { height: 2 } }),
      editor.updatePage({ settings: { title: 'Mine' } }),
    ];
    for (const [index, result] of refused.entries())
      if (result.ok) expect(editor.stablePage, `edit ${String(index)}`).to.eql(before);
    expect(editor.stablePage).to.eql(before);
    const [, color = ''] = SANDBOX.backgrounds;
    editor.updatePage({ style: { backgroundColor: color } }).unwrap();
    expect(editor.fields.style.backgroundColor).to.equal(color);
  });

  it('lets nobody begin to type or draw what would be refused at the end, and says why [SB3]', () => {
    let explained = 0;
    const stop = refuseToAdd(editor, () => {
      explained += 1;
    });
    const press = (key: string, ctrl = false) => {
      editor.dispatch({ type: 'keydown', key, ctrl, shift: false, alt: false });
      const { mode, isInProgress, isTypewriterOn } = editor;
      return [mode.name, isInProgress, isTypewriterOn, explained];
    };
    for (const [at, key] of ['t', 'n', 'r', 'o', 'd'].entries())
      expect(press(key), key).to.eql(['layout', false, false, at + 1]);
    expect(press('e', true), 'typewriter').to.eql(['layout', false, false, 6]);
    stop();
    expect(press('t')[0]).to.equal('text-editing');
  });
});
