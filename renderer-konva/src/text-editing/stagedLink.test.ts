import { createEditor, createPage, type RichText } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { closeHistory, redo, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { BareTextView } from '../testing/BareTextView.ts';
import { keepStagedLink } from './stagedLink.ts';
import { TextEditingSession } from './TextEditingSession.ts';
import { richDoc } from './textSchemas.ts';

const paragraph = (text: string): object => ({
  type: 'paragraph',
  attrs: { textAlign: null },
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});

/** What a host makes of the content of a text. */
type Host = (content: readonly object[]) => readonly object[];

/** A node of rich text with each of its texts changed. */
function withTexts(node: object, change: (text: TextNode) => TextNode): object {
  if ('text' in node) return change(node as TextNode);
  const { content } = node as { readonly content?: readonly object[] };
  return content ? { ...node, content: content.map((each) => withTexts(each, change)) } : node;
}

interface TextNode {
  readonly text: string;
  readonly marks?: readonly object[];
}

const upperCase = (node: object): object =>
  withTexts(node, (each) => ({ ...each, text: each.text.toUpperCase() }));
const bold = (node: object): object =>
  withTexts(node, (each) => ({ ...each, marks: [{ type: 'bold' }, ...unbold(each)] }));
const unbold = ({ marks = [] }: TextNode): readonly object[] =>
  marks.filter((mark) => !('type' in mark) || mark.type !== 'bold');

/** A text that is edited, with the caret at its end. */
function edit(text: string) {
  const editor = createEditor({ page: createPage() });
  const content = { text: { type: 'doc', content: [paragraph(text)] } as RichText };
  const [uuid = ''] = editor.add({ type: 'text', content }).unwrap();
  editor.startTextEditing(uuid);
  const view = new BareTextView(editor, uuid);
  const session = new TextEditingSession(editor, uuid, view as unknown as EditorView);
  const disconnect = view.binding.connect();
  view.select(1);
  const stored = (): RichText =>
    (editor.blocks.get(uuid)?.content as unknown as { text: RichText }).text;
  const dispatch = view.dispatch.bind(view);
  return {
    view,
    session,
    stored,
    stage: (href: string) => {
      session.stageLink({ href });
    },
    /** Sets a text that a host makes of the block's. */
    host: (make: Host) =>
      editor
        .setEditedText({ ...stored(), content: make(stored().content ?? []) } as RichText)
        .unwrap(),
    type: (typed: string) => {
      dispatch(view.state.tr.insertText(typed));
    },
    undo: () => undo(view.state, dispatch),
    redo: () => redo(view.state, dispatch),
    /** The lines, with each link after its text. */
    lines: () => linesOf(view.state.doc),
    end: disconnect,
  };
}

function linesOf(doc: Node): string[] {
  const lines: string[] = [];
  doc.forEach((block) => {
    let line = '';
    block.forEach(({ text = '', marks }) => {
      const link = marks.find(({ type }) => type.name === 'link');
      line += link ? `${text}<${String(link.attrs.href)}>` : text;
    });
    lines.push(line);
  });
  return lines;
}

describe('a link whose address is being entered', () => {
  it('can be taken back after a host has set a text, and its address in the text is that of the link [TX10]', () => {
    const { stage, session, host, lines, end } = edit('one ');
    stage('https://a.example');
    host((content) => [paragraph('first'), ...content, paragraph('last')]);
    stage('https://ab.example');
    expect(lines()).to.eql(['first', 'one https://ab.example<https://ab.example>', 'last']);
    host((content) => content.slice(0, 2));
    stage('https://abc.example');
    expect(lines()).to.eql(['first', 'one https://abc.example<https://abc.example>']);
    session.stageLink(null);
    expect(lines()).to.eql(['first', 'one ']);
    end();
  });

  it('leaves what has been undone before for redo, and does not come back with it after it was taken back [TX10]', () => {
    const { stage, session, type, undo, redo, lines, end } = edit('one ');
    type('x');
    undo();
    stage('https://a.example');
    session.stageLink(null);
    expect(lines()).to.eql(['one ']);
    redo();
    expect(lines()).to.eql(['one x']);
    expect(redo()).to.equal(false);
    end();
  });

  it('is undone and redone by itself, however soon the user types before and after it [TX10]', () => {
    for (const name of ['stageLink', 'setLink'] as const) {
      const { stage, session, type, undo, redo, lines, end } = edit('one');
      type(' ');
      if (name === 'setLink') session.setLink({ href: 'https://b.example' });
      else {
        stage('https://a.example');
        stage('https://b.example');
        session.keepStagedLink();
      }
      type('x');
      const link = 'one https://b.example<https://b.example>';
      for (const text of [link, 'one ', 'one']) {
        undo();
        expect(lines(), name).to.eql([text]);
      }
      for (const text of ['one ', link, `${link}x`]) {
        redo();
        expect(lines(), name).to.eql([text]);
      }
      end();
    }
  });

  it('is kept before a command changes the text, with the styles that the caret has [TX10]', () => {
    const { view, session, type, undo, lines, end } = edit('one ');
    session.apply({ bold: true });
    session.stageLink({ href: 'https://a.example' });
    keepStagedLink(view);
    expect(view.state.selection.empty && view.state.selection.from).to.equal(22);
    session.stageLink({ href: 'https://b.example' });
    session.toggleList('bullet');
    type('x');
    undo();
    undo();
    expect(lines()).to.eql(['one https://a.example<https://b.example>']);
    undo();
    expect(lines()).to.eql(['one https://a.example<https://a.example>']);
    expect(view.state.doc.nodeAt(6)?.marks.map(({ type }) => type.name)).to.include('bold');
    end();
  });

  it('leaves nothing when it is taken back, whatever a host makes of the text meanwhile, and undo reverts that to the text without it (law) [TX10]', () => {
    const words = fc.constantFrom('a', 'one', ' ', 'https://a.example', '', 'one two');
    const hosts = fc.oneof(
      fc.tuple(words, words).map(([before, after]): Host => {
        return (content) => [paragraph(before), ...content, paragraph(after)];
      }),
      fc.constantFrom<Host>(
        (content) => content.map(upperCase),
        (content) => content.map(bold),
        () => [paragraph('new')],
      ),
    );
    const changes = fc.array(fc.tuple(hosts, fc.boolean()), { maxLength: 4 });
    fc.assert(
      fc.property(words, fc.boolean(), changes, fc.boolean(), (text, isWord, all, isKept) => {
        const first = `${text}${isWord ? '' : ' '}`;
        const { view, stage, session, host, lines, undo, stored, end } = edit(first);
        stage('https://link.example');
        let expected: readonly object[] = [paragraph(first)];
        const without = () => linesOf(richDoc({ type: 'doc', content: expected } as RichText));
        for (const [make, isStagedAgain] of all) {
          host(make);
          expected = make(expected);
          if (isStagedAgain) stage('https://other.example');
        }
        const isLinked = lines().some((line) => line.includes('<'));
        if (isKept) session.keepStagedLink();
        else session.stageLink(null);
        if (isKept && isLinked) {
          expect(lines().filter((line) => line.includes('<')).length).to.be.at.least(1);
          undo();
        }
        expect(lines()).to.eql(without());
        expect(view.state.doc.toJSON()).to.deep.equal(stored());
        while (undo());
        expect(lines()).to.eql([first]);
        expect(view.state.doc.toJSON()).to.deep.equal(stored());
        end();
      }),
      { numRuns: 100 },
    );
  });

  it('gives back the link that it replaces when it is taken back, also after a host has changed the linked text [TX10]', () => {
    const { stage, session, host, lines, undo, end } = edit('one two');
    session.setLink({ href: 'https://a.example' });
    stage('https://b.example');
    host((content) => content.map(upperCase));
    expect(lines()).to.eql(['ONE TWO<https://b.example>']);
    session.stageLink(null);
    expect(lines()).to.eql(['ONE TWO<https://a.example>']);
    undo();
    expect(lines()).to.eql(['one two<https://a.example>']);
    end();
  });

  it('stays the one at the caret, and where the user types, after a host has changed its text [TX10]', () => {
    const { view, stage, session, host, type, lines, end } = edit('one two');
    stage('https://a.example');
    host((content) => content.map(upperCase));
    const { from } = view.state.selection;
    expect(view.state.selection.empty && from).to.equal(view.state.doc.content.size - 1);
    stage('https://b.example');
    session.keepStagedLink();
    type('!');
    expect(lines()).to.eql(['ONE TWO<https://b.example>!']);
    end();
  });

  it('leaves what was typed before it to undo, after a host has set a text beside it [TX10]', () => {
    for (const isKept of [true, false]) {
      const { view, stage, session, host, type, undo, lines, end } = edit('Our ');
      type('pri');
      view.dispatch(closeHistory(view.state.tr));
      type('ces');
      stage('https://a.example');
      host((content) => [paragraph('first'), ...content]);
      if (isKept) session.keepStagedLink();
      else session.stageLink(null);
      if (isKept) undo();
      expect(lines()).to.eql(['first', 'Our prices']);
      for (const line of ['Our prices', 'Our pri', 'Our ']) {
        undo();
        expect(lines(), isKept ? 'kept' : 'taken back').to.eql([line]);
      }
      expect(undo()).to.equal(false);
      end();
    }
  });

  it('is on the selected text only, if there is some [TX10]', () => {
    const { view, stage, session, host, lines, end } = edit('one two');
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 1, 4)));
    stage('https://a.example');
    host((content) => [paragraph('first'), ...content]);
    stage('https://b.example');
    expect(lines()).to.eql(['first', 'one<https://b.example> two']);
    session.stageLink(null);
    expect(lines()).to.eql(['first', 'one two']);
    end();
  });
});
