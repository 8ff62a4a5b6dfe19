import { expect } from 'chai';
import { EMPTY_CHANGE } from '../../model/Change.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Environment } from '../../model/Environment.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestText } from '../../testing/makeTestPage.ts';
import { refuse } from '../../model/Result.ts';
import { VIEW_ONLY } from '../../permissions/Permissions.ts';

/** A font that is 100 px high until it has loaded, then 40 px. Both include the tolerance. */
function loadingFont() {
  let heightPx = 98;
  const measureTextHeight: Environment['measureTextHeight'] = () => heightPx;
  return { environment: { measureTextHeight }, load: () => (heightPx = 38) };
}

const all = () => true;
const FALLBACK = 100 / 600;
const LOADED = 40 / 600;

describe('remeasure', () => {
  /** An editor with a text `t` whose font was changed before it had loaded, and another text. */
  function edited() {
    const font = loadingFont();
    const editor = makeTestEditor([makeTestText('t', 'Hi'), makeTestText('other', 'Ho')], {
      environment: font.environment,
    });
    const before = editor.blocks.get('t');
    editor.update('t', { content: { font: 'Pacifico' } }).unwrap();
    const height = () => editor.blocks.get('t')?.position.height;
    expect(height()).to.be.closeTo(FALLBACK, 1e-5);
    return { editor, font, before, height };
  }

  it('gives the right size to a text that was committed before its font had loaded, without a history entry [T6]', () => {
    const { editor, font, height } = edited();
    const entries = editor.history.entries.length;
    font.load();
    editor.remeasure(all);
    expect(height()).to.be.closeTo(LOADED, 1e-5);
    expect(editor.history.entries.length).to.equal(entries);
    expect(editor.stablePage.things['t']).to.equal(editor.blocks.get('t'));
  });

  it('rejects edits by the function that it calls, which it would overwrite, and promises [E40, E63]', async () => {
    const { editor, font } = edited();
    font.load();
    const page = editor.stablePage;
    const misuses = [
      () => editor.update('t', { altText: 'mine' }).ok,
      () => editor.undo(),
      () => editor.begin('Move') > 0,
      () => {
        editor.forgetBlock('gone');
        return true;
      },
      () => {
        editor.amendHistory(EMPTY_CHANGE, EMPTY_CHANGE);
        return true;
      },
      () => Promise.reject(new Error('async')),
    ];
    for (const misuse of misuses)
      expect(() => {
        editor.remeasure(misuse as () => boolean);
      })
        .to.throw(CobbleError)
        .that.includes({ code: 'input_invalid' })
        .and.has.deep.property('details', { path: 'isStale' });
    expect(editor.stablePage).to.equal(page);
    expect(editor.isInProgress).to.equal(false);
    // An unhandled rejection would end the process here.
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('keeps undo and redo: they restore texts with the size that they need, and nothing is lost [T6]', () => {
    const { editor, font, before, height } = edited();
    editor.nudge(30, 0, ['t']).unwrap();
    editor.update('t', { content: { fontSize: 30 } }).unwrap();
    editor.undo();
    font.load();
    editor.remeasure(all);
    expect(editor.canRedo).to.equal(true);
    expect(height()).to.be.closeTo(LOADED, 1e-5);
    editor.redo();
    expect(editor.blocks.get('t')?.content).to.have.property('fontSize', 30);
    expect(height()).to.be.closeTo(LOADED, 1e-5);
    for (let steps = 0; steps < 3; steps += 1) editor.undo();
    expect(editor.blocks.get('t')).to.deep.equal(before);
    for (let steps = 0; steps < 3; steps += 1) editor.redo();
    expect(editor.blocks.get('t')?.position.x).to.be.closeTo(
      (before?.position.x ?? 0) + 0.05,
      1e-5,
    );
    expect(height()).to.be.closeTo(LOADED, 1e-5);
  });

  it('keeps the size of texts that were not measured here, that are locked, or that have another font [T6]', () => {
    const { editor, font, height } = edited();
    const other = editor.blocks.get('other');
    font.load();
    editor.remeasure(({ uuid }) => uuid === 'other');
    expect(height()).to.be.closeTo(FALLBACK, 1e-5);
    editor.setLocked(true, ['t']).unwrap();
    editor.remeasure(all);
    expect(height()).to.be.closeTo(FALLBACK, 1e-5);
    expect(editor.blocks.get('other')).to.equal(other);
  });

  it('changes the text that is being edited as part of that edit, which can be cancelled [T6]', () => {
    const { editor, font, height } = edited();
    editor.startTextEditing('t');
    editor.setEditedText('Ha').unwrap();
    font.load();
    editor.remeasure(all);
    expect(height()).to.be.closeTo(LOADED, 1e-5);
    expect(editor.stablePage.things['t']?.position.height).to.be.closeTo(LOADED, 1e-5);
    editor.cancel();
    expect(JSON.stringify(editor.blocks.get('t')?.content)).to.contain('Hi');
    expect(height()).to.be.closeTo(LOADED, 1e-5);
  });

  it('corrects the size of a new text while it is being edited [T6]', () => {
    const font = loadingFont();
    const editor = makeTestEditor([], { environment: font.environment });
    const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
    editor.startTextEditing(uuid);
    editor.setEditedText('New').unwrap();
    font.load();
    editor.remeasure(all);
    editor.stopTextEditing();
    expect(editor.blocks.get(uuid)?.position.height).to.be.closeTo(LOADED, 1e-5);
    editor.undo();
    editor.redo();
    expect(editor.blocks.get(uuid)?.position.height).to.be.closeTo(LOADED, 1e-5);
  });

  it('shrinks a note that had grown with its text back to its own height [E59]', () => {
    const font = loadingFont();
    const editor = makeTestEditor([], { environment: font.environment });
    const position = { x: 0.1, y: 0.1, width: 0.1, height: 0.1 };
    const [uuid = ''] = editor.add({ type: 'sticky-note', position }).unwrap();
    const height = () => editor.blocks.get(uuid)?.position.height;
    expect(height()).to.be.closeTo(FALLBACK, 1e-5);
    font.load();
    editor.remeasure(all);
    expect(height()).to.equal(0.1);
  });

  it('changes nothing for those who may not edit, and throws the refusal of a hook [E51]', () => {
    const { editor, font, height } = edited();
    font.load();
    const stop = editor.onBeforeCommit(() => refuse('change_refused'));
    expect(() => editor.remeasure(all))
      .to.throw()
      .with.property('code', 'change_refused');
    stop();
    editor.configure({ permissions: VIEW_ONLY });
    editor.remeasure(all);
    expect(height()).to.be.closeTo(FALLBACK, 1e-5);
  });
});
