import { expect } from 'chai';
import type { Change } from '../model/Change.ts';
import { refuse } from '../model/Result.ts';
import { makeTestText } from '../testing/makeTestPage.ts';
import type { Editor } from './Editor.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';

const stored = { content: { url: '/assets/a.png', naturalWidth: 20, naturalHeight: 10 } };

/** What rooms and autosaves would have: the page with every reported change. */
function followReports(editor: Editor): { readonly url: (uuid: string) => unknown } {
  const reported = new Map(Object.entries(editor.stablePage.things));
  const follow = ({ added, updated, removed }: Change) => {
    for (const uuid of Object.keys(removed)) reported.delete(uuid);
    for (const [uuid, [, to]] of Object.entries(updated)) reported.set(uuid, to as never);
    for (const [uuid, block] of Object.entries(added)) reported.set(uuid, block as never);
  };
  editor.onChange(follow);
  return { url: (uuid) => (reported.get(uuid)?.content as { url?: unknown } | undefined)?.url };
}

/** The ways in which a stored URL can arrive while the page is being edited. */
const MEANWHILE: Readonly<Record<string, (editor: Editor, finish: () => void) => void>> = {
  'an edit that is committed': (editor, finish) => {
    editor.begin();
    editor.update('t', { position: { x: 0.4 } });
    finish();
    editor.commit();
  },
  'an edit that is cancelled': (editor, finish) => {
    editor.begin();
    editor.update('t', { position: { x: 0.4 } });
    finish();
    editor.cancel();
  },
  'a step that is cancelled': (editor, finish) => {
    editor.begin();
    const mark = editor.begin();
    editor.update('id-1', { position: { x: 0.4 } });
    finish();
    editor.cancel(mark);
    editor.commit();
  },
  'the editing of a text': (editor, finish) => {
    editor.startTextEditing('t');
    editor.setEditedText('typed');
    finish();
    editor.stopTextEditing();
  },
  'the editing of a text that is left empty': (editor, finish) => {
    editor.startTextEditing('t');
    editor.setEditedText('');
    finish();
    editor.stopTextEditing();
  },
  'a run': (editor, finish) => {
    editor.run(finish);
  },
  'a run that is discarded': (editor, finish) => {
    editor.run(() => {
      finish();
      return refuse('change_refused') as never;
    });
  },
  'a run without history': (editor, finish) => {
    editor.run(finish, { history: false });
  },
  'a run without history during an edit': (editor, finish) => {
    editor.begin();
    editor.update('id-1', { position: { x: 0.4 } });
    editor.run(finish, { history: false });
    editor.cancel();
  },
  'a hook': (editor, finish) => {
    let isDone = false;
    const stop = editor.onBeforeCommit(() => {
      if (!isDone) finish();
      isDone = true;
      return undefined;
    });
    editor.update('t', { position: { x: 0.4 } });
    stop();
  },
};

/**
 * Edits in progress that an edit outside the history suspends, with the upload of `id-1`. Each returns
 * how it ends.
 */
const SUSPENDED: Readonly<Record<string, (editor: Editor) => () => unknown>> = {
  'that the edit in progress has added': (editor) => {
    editor.begin();
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    return () => editor.commit();
  },
  'that the edit in progress has added and a step has removed': (editor) => {
    editor.begin();
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    const mark = editor.begin();
    editor.remove('id-1');
    return () => {
      editor.cancel(mark);
      editor.commit();
    };
  },
  'that the edit in progress has moved': (editor) => {
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    editor.begin();
    editor.update('id-1', { position: { x: 0.4 } });
    return () => editor.commit();
  },
  'that a step has removed': (editor) => {
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    editor.begin();
    const mark = editor.begin();
    editor.remove('id-1');
    return () => {
      editor.cancel(mark);
      editor.commit();
    };
  },
  'whose file the edit in progress replaces': (editor) => {
    editor.add({ type: 'image', content: { url: '/assets/old.png' } });
    editor.begin();
    editor.update('id-1', { content: { url: 'blob:new' } });
    return () => editor.commit();
  },
  'whose file a step of a step replaces': (editor) => {
    editor.add({ type: 'image', content: { url: '/assets/old.png' } });
    editor.begin();
    editor.update('id-1', { content: { url: 'blob:new' } });
    const mark = editor.begin();
    editor.update('id-1', { altText: 'A cat' });
    return () => {
      editor.cancel(mark);
      editor.commit();
    };
  },
  'that is dropped while a text is edited': (editor) => {
    editor.startTextEditing('t');
    editor.setEditedText('typed');
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    return () => editor.stopTextEditing();
  },
};

describe('the end of an upload', () => {
  for (const [name, meanwhile] of Object.entries(MEANWHILE))
    for (const call of ['update', 'finishUpload'] as const)
      it(`by ${call} during ${name} is reported, or others would never see the image [E58]`, () => {
        const editor = makeTestEditor([makeTestText('t', 'Hi')]);
        const reports = followReports(editor);
        editor.add({ type: 'image', content: { url: 'blob:x' } });
        meanwhile(editor, () => {
          if (call === 'update') editor.update('id-1', stored).unwrap();
          else editor.finishUpload('id-1', stored.content).unwrap();
        });
        expect(reports.url('id-1')).to.equal('/assets/a.png');
        expect(editor.stablePage.things['id-1']?.content).to.eql(stored.content);
        expect(editor.hasPublishableChanges).to.equal(true);
        while (editor.undo()) if (!editor.blocks.has('id-1')) break;
        expect(editor.blocks.has('id-1')).to.equal(false);
        editor.redo();
        expect(reports.url('id-1')).to.equal('/assets/a.png');
      });

  it('by finishUpload reaches a removed image, which undo would restore without its file [E58]', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    editor.remove('id-1');
    expect(editor.update('id-1', stored)).to.include({ code: 'unknown_block' });
    editor.finishUpload('id-1', stored.content).unwrap();
    expect(editor.blocks.has('id-1')).to.equal(false);
    editor.undo();
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
  });

  it('by finishUpload reaches an image that the edit in progress has added, and removed in a step [E58]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    const reports = followReports(editor);
    editor.begin();
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    const mark = editor.begin();
    editor.remove('id-1');
    editor.finishUpload('id-1', stored.content).unwrap();
    editor.cancel(mark);
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
    expect(reports.url('id-1')).to.equal(undefined);
    editor.commit();
    expect(reports.url('id-1')).to.equal('/assets/a.png');
  });

  for (const [name, edit] of Object.entries(SUSPENDED))
    it(`by finishUpload outside the history reaches an image ${name}, so that it does not stay without its file [E58, H14]`, () => {
      const editor = makeTestEditor([makeTestText('t', 'Hi')]);
      const urls = new Set<unknown>();
      const read = (): void => {
        for (const { things } of [editor.page, editor.stablePage]) {
          const content = things['id-1']?.content as { url?: unknown } | undefined;
          if (content) urls.add(content.url);
        }
      };
      const end = edit(editor);
      const finish = () => editor.finishUpload('id-1', stored.content).unwrap();
      editor.run(finish, { history: false });
      read();
      end();
      read();
      expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
      while (editor.undo()) read();
      while (editor.redo()) read();
      expect([...urls].filter((url) => url !== '/assets/old.png')).to.eql(['/assets/a.png']);
    });

  it('by finishUpload keeps the redo stack and the rest of the content, or the user would lose work [E58]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.add({ type: 'image', content: { ...stored.content, url: 'blob:x' } });
    editor.update('t', { position: { x: 0.4 } });
    editor.undo();
    editor.finishUpload('id-1', { url: '/assets/a.png' }).unwrap();
    expect(editor.canRedo).to.equal(true);
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
  });

  it('by finishUpload calls no hooks, whose refusal would keep the temporary URL [E51, E58]', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    editor.onBeforeCommit(() => refuse('change_refused'));
    editor.finishUpload('id-1', stored.content).unwrap();
    expect(editor.stablePage.things['id-1']?.content).to.eql(stored.content);
  });

  it('goes on when another version of the page is loaded, and reaches the image there, so that it does not stay without its file [E58]', () => {
    const editor = makeTestEditor();
    const before = editor.page;
    editor.add({ type: 'image', content: { url: '', isUploading: true } });
    const placeholder = editor.page;
    editor.load(placeholder);
    expect([...editor.uploading], 'loaded again').to.eql(['id-1']);
    editor.load(before);
    editor.finishUpload('id-1', { ...stored.content, isUploading: undefined }).unwrap();
    expect(editor.page.things, 'removed').to.eql(before.things);
    const reports = followReports(editor);
    editor.load(placeholder);
    expect(reports.url('id-1'), 'restored').to.equal('/assets/a.png');
    expect([...editor.uploading]).to.eql([]);
    editor.load(placeholder);
    expect(reports.url('id-1'), 'replaced').to.equal('/assets/a.png');
    const other = { content: { ...stored.content, url: '/assets/b.png' } };
    editor.update('id-1', other).unwrap();
    editor.load(placeholder);
    expect(reports.url('id-1'), 'no longer its file').to.equal('');
  });

  it('is forgotten when another page is loaded [E58]', () => {
    const editor = makeTestEditor();
    const other = { ...editor.page, ID: 99 };
    editor.add({ type: 'image', content: { url: '', isUploading: true } });
    editor.load(other);
    expect([...editor.uploading]).to.eql([]);
    expect(editor.finishUpload('id-1', stored.content)).to.include({ code: 'unknown_block' });
  });

  it('by finishUpload is refused where there is no upload to end [E58]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    const finish = (uuid: string, content: object) => {
      const result = editor.finishUpload(uuid, content);
      return result.ok ? 'ok' : `${result.code} ${String(result.details?.['path'])}`;
    };
    editor.update('t', { altText: 'Greeting' }).unwrap();
    // Objects inherit some of these.
    for (const uuid of ['nowhere', 'constructor', 'toString', '__proto__'])
      expect(finish(uuid, stored.content), uuid).to.equal('unknown_block undefined');
    const page = editor.page;
    expect(finish('t', stored.content)).to.equal('invalid_block content');
    expect(editor.page).to.equal(page);
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    expect(finish('id-1', { url: 'blob:y' })).to.equal('invalid_block content');
    expect(finish('id-1', { url: 'javascript:x' })).to.equal('invalid_block content.url');
    expect(finish('id-1', { ulr: '/assets/a.png' })).to.equal('invalid_block content.ulr');
    editor.setLocked(true, 'id-1');
    expect(finish('id-1', stored.content)).to.equal('block_locked undefined');
    editor.configure({ permissions: { ...editor.permissions, canEdit: false } });
    expect(finish('id-1', stored.content)).to.equal('not_permitted undefined');
  });

  it('is not undoable, and no undo restores the temporary URL', () => {
    const editor = makeTestEditor();
    const start = editor.page;
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    editor.update('id-1', { position: { x: 0.3 } });
    editor.update('id-1', stored);
    editor.undo();
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
    editor.undo();
    expect(editor.page).to.eql(start);
    expect(editor.canUndo).to.equal(false);
    editor.redo();
    editor.redo();
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
    expect(editor.canRedo).to.equal(false);
  });

  it('survives cancelling a gesture in progress', () => {
    const editor = makeTestEditor();
    editor.add({ type: 'image', content: { url: '', isUploading: true } });
    editor.begin();
    editor.update('id-1', { position: { x: 0.3 } });
    editor.update('id-1', { content: { ...stored.content, isUploading: undefined } });
    expect(editor.stablePage.things['id-1']?.content).to.eql(stored.content);
    editor.cancel();
    expect(editor.blocks.get('id-1')?.content).to.eql(stored.content);
    editor.undo();
    expect(editor.blocks.has('id-1')).to.equal(false);
  });

  it('leaves no trace of a failed upload’s removed block in the history, but keeps other edits', () => {
    const editor = makeTestEditor();
    editor.add([{ type: 'image', content: { url: 'blob:x' } }, { type: 'shape' }]);
    editor.forgetBlock('id-1');
    expect(editor.blocks.has('id-1')).to.equal(true);
    editor.remove(['id-1']);
    editor.forgetBlock('id-1');
    while (editor.undo()) expect(editor.blocks.has('id-1')).to.equal(false);
    expect(editor.blocks.has('id-2')).to.equal(false);
    while (editor.redo()) expect(editor.blocks.has('id-1')).to.equal(false);
    expect(editor.blocks.has('id-2')).to.equal(true);
  });

  it('redoes the height that someone gave a section together with a failed upload’s block, but not what it grew by for that [UL9]', () => {
    for (const isAsked of [false, true]) {
      const editor = makeTestEditor();
      const added = editor.run(() => {
        if (isAsked) editor.resizeSection('s1', { height: 2 }).unwrap();
        const position = { y: 1, height: 0.5 };
        const content = { url: 'blob:x' };
        return editor.add({ type: 'image', parentUuid: 's1', position, content });
      });
      const heightOf = () => editor.blocks.get('s1')?.position.height;
      expect(heightOf()).to.equal(isAsked ? 2 : 1.55);
      editor.undo();
      editor.forgetBlock(added.unwrap()[0] ?? '');
      expect(editor.redo()).to.equal(isAsked);
      expect(heightOf()).to.equal(isAsked ? 2 : 1);
    }
  });
});
