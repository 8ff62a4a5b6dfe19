import { expect } from 'chai';
import { EMPTY_CHANGE } from './Change.ts';
import { createStage } from '../modes/stage.test.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../testing/makeTestPage.ts';
import type { Editor } from '../editor/Editor.ts';
import type { LogMessage } from './LogMessage.ts';

function createLoggingEditor(): { editor: Editor; messages: LogMessage[] } {
  const messages: LogMessage[] = [];
  const log = (message: LogMessage): void => {
    messages.push(message);
  };
  const blocks = [
    makeTestBlock('a'),
    makeTestSection('g', { parentUuid: 's1', position: { width: 0.3, height: 0.3 } }),
    makeTestBlock('inside', { parentUuid: 'g' }),
  ];
  return { editor: makeTestEditor(blocks, { environment: { log } }), messages };
}

describe('the log', () => {
  it('receives a message for commit and cancel without begin, which are ignored [E37]', () => {
    const { editor, messages } = createLoggingEditor();
    const { page } = editor;
    expect(editor.commit()).to.equal(null);
    editor.cancel();
    const message = 'Operations on an empty in-progress page are logged and ignored.';
    expect(messages).to.eql([
      { code: 'nothing_in_progress', message, details: { operation: 'commit' } },
      { code: 'nothing_in_progress', message, details: { operation: 'cancel' } },
    ]);
    expect(editor.page).to.equal(page);
  });

  it('receives a message for adding or pasting on a page without a section [E37]', () => {
    const { editor, messages } = createLoggingEditor();
    editor.select(['a']);
    const copied = editor.copy() ?? '';
    editor.applyRemote({ ...EMPTY_CHANGE, removed: { ...editor.page.things } });
    expect(messages).to.eql([]);
    expect(editor.add({ type: 'shape' })).to.include({ code: 'no_page' });
    expect(editor.paste(copied)).to.include({ code: 'no_page' });
    const expected = {
      code: 'no_page',
      message: 'Adding blocks before a page exists.',
      details: {},
    };
    expect(messages).to.eql([expected, expected]);
  });

  it('receives a message for remote changes that leave a block without its parent [E37]', () => {
    const { editor, messages } = createLoggingEditor();
    const { g } = editor.page.things;
    const lost = makeTestBlock('lost', { parentUuid: 'nowhere' });
    if (!g) throw new Error('no group');
    editor.applyRemote({ ...EMPTY_CHANGE, added: { lost }, removed: { g } });
    expect(messages.map(({ code, details }) => ({ code, ...details }))).to.eql([
      { code: 'page_tree_problem', uuid: 'lost', parentUuid: 'nowhere' },
      { code: 'page_tree_problem', uuid: 'inside', parentUuid: 'g' },
    ]);
    expect(messages[0]?.message).to.equal('Layout/page-tree problems are logged only.');
  });

  it('receives nothing for valid edits and gestures, and is optional [E37]', () => {
    const messages: LogMessage[] = [];
    const log = (message: LogMessage): void => {
      messages.push(message);
    };
    const stage = createStage({ environment: { log } });
    stage.add('a', [0.1, 0.1, 0.2, 0.2]);
    stage.drag([0.2, 0.2], [0.5, 0.5]);
    stage.down(1, 0.5, { rail: 'right' });
    stage.move(1.1, 0.5);
    stage.up(1.1, 0.5);
    stage.down(0, 0.5, { sectionSide: { section: 'one', side: 'left' } });
    stage.move(-0.1, 0.5);
    stage.editor.dispatch({ type: 'pointercancel' });
    stage.key('t');
    stage.key('escape');
    stage.editor.undo();
    stage.editor.reset();
    expect(messages).to.eql([]);
    expect(makeTestEditor().commit()).to.equal(null);
  });
});
