import { createEditor, createPage, type RichText } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { closeHistory, redo, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { BareTextView } from '../testing/BareTextView.ts';
import { keepStaged } from './stagedStyle.ts';
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
function edit(text: string | readonly object[]) {
  const editor = createEditor({ page: createPage() });
  const paragraphs = typeof text === 'string' ? [paragraph(text)] : text;
  const content = { text: { type: 'doc', content: paragraphs } as RichText };
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
      session.stage({ link: { href } });
    },
    /** Sets a text that a host makes of the block's. */
    host: (make: Host) =>
      editor
        .setEditedText({ ...stored(), content: make(stored().content ?? []) } as RichText)
        .unwrap(),
    type: (typed: string) => {
      dispatch(view.state.tr.insertText(typed));
    },
    /** Selects a part of the text. */
    select: (from: number, to: number) => {
      const { doc, tr } = view.state;
      dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
    },
    undo: () => undo(view.state, dispatch),
    redo: () => redo(view.state, dispatch),
    /** The lines, with each link after its text. */
    lines: () => linesOf(view.state.doc),
    /** The lines, with each font size after its text. */
    sizes: () => sizesOf(view.state.doc),
    end: disconnect,
  };
}

const linesOf = (doc: Node) => linesWith(doc, 'link', 'href');
const sizesOf = (doc: Node) => linesWith(doc, 'font_size', 'sizePx');

/** The lines, with an attribute of a mark after the text that has it. */
function linesWith(doc: Node, name: string, attribute: string): string[] {
  const lines: string[] = [];
  doc.forEach((block) => {
    let line = '';
    block.forEach(({ text = '', marks }) => {
      const mark = marks.find(({ type }) => type.name === name);
      line += mark ? `${text}<${String(mark.attrs[attribute])}>` : text;
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
    session.stage(null);
    expect(lines()).to.eql(['first', 'one ']);
    end();
  });

  it('leaves what has been undone before for redo, and does not come back with it after it was taken back [TX10]', () => {
    const { stage, session, type, undo, redo, lines, end } = edit('one ');
    type('x');
    undo();
    stage('https://a.example');
    session.stage(null);
    expect(lines()).to.eql(['one ']);
    redo();
    expect(lines()).to.eql(['one x']);
    expect(redo()).to.equal(false);
    end();
  });

  it('is undone and redone by itself, however soon the user types before and after it [TX10]', () => {
    for (const name of ['stage', 'setLink'] as const) {
      const { stage, session, type, undo, redo, lines, end } = edit('one');
      type(' ');
      if (name === 'setLink') session.setLink({ href: 'https://b.example' });
      else {
        stage('https://a.example');
        stage('https://b.example');
        session.keepStaged();
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
    session.stage({ link: { href: 'https://a.example' } });
    keepStaged(view);
    expect(view.state.selection.empty && view.state.selection.from).to.equal(22);
    session.stage({ link: { href: 'https://b.example' } });
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
        if (isKept) session.keepStaged();
        else session.stage(null);
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
    session.stage(null);
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
    session.keepStaged();
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
      if (isKept) session.keepStaged();
      else session.stage(null);
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
    const { select, stage, session, host, lines, end } = edit('one two');
    select(1, 4);
    stage('https://a.example');
    host((content) => [paragraph('first'), ...content]);
    stage('https://b.example');
    expect(lines()).to.eql(['first', 'one<https://b.example> two']);
    session.stage(null);
    expect(lines()).to.eql(['first', 'one two']);
    end();
  });
});

/** A paragraph with texts, each with its font size, px; null without. */
const sized = (...texts: readonly (readonly [string, number | null])[]): object => ({
  type: 'paragraph',
  attrs: { textAlign: null },
  content: texts.map(([text, sizePx]) => ({
    type: 'text',
    text,
    ...(sizePx !== null && { marks: [{ type: 'font_size', attrs: { sizePx } }] }),
  })),
});

describe('a size or colour that is being chosen', () => {
  it('is one step for undo, however many values it had meanwhile, or undo would show sizes that nobody chose [TX16]', () => {
    const { select, session, type, undo, redo, sizes, end } = edit('Brea');
    type('d');
    select(1, 6);
    for (const sizePx of [10, 28]) session.stage({ sizePx });
    session.keepStaged();
    for (const sizePx of [10, 31]) session.stage({ sizePx });
    session.keepStaged();
    for (const line of ['Bread<28>', 'Bread', 'Brea']) {
      undo();
      expect(sizes()).to.eql([line]);
    }
    for (const line of ['Bread', 'Bread<28>', 'Bread<31>']) {
      redo();
      expect(sizes()).to.eql([line]);
    }
    end();
  });

  it('leaves each part of the text the size it had when it is taken back, and nothing to undo [TX16]', () => {
    const { select, session, undo, sizes, end } = edit([sized(['one', 20], [' two', null])]);
    select(1, 8);
    session.stage({ sizePx: 10 });
    session.stage(null);
    expect(sizes()).to.eql(['one<20> two']);
    expect(undo()).to.equal(false);
    session.stage({ sizePx: 10 });
    select(1, 4);
    session.stage({ sizePx: 20 });
    session.keepStaged();
    expect(sizes()).to.eql(['one<20> two']);
    expect(undo(), 'chosen again').to.equal(false);
    end();
  });

  it('applies to what is typed next if there is only a caret, unless it is taken back [TX16]', () => {
    for (const isKept of [true, false]) {
      const { session, type, sizes, end } = edit('one');
      session.apply({ sizePx: 20 });
      for (const sizePx of [10, 28]) session.stage({ sizePx });
      if (isKept) session.keepStaged();
      else session.stage(null);
      type('x');
      expect(sizes()).to.eql([isKept ? 'onex<28>' : 'onex<20>']);
      end();
    }
  });

  it('leaves the sizes and what a host makes of the text meanwhile when it is taken back, also across paragraphs (law) [TX16]', () => {
    const sizes = fc.constantFrom(20, 30, null);
    const texts = fc.array(fc.tuple(fc.constantFrom('a', 'one ', 'two'), sizes), { minLength: 1 });
    const hosts = fc.constantFrom<Host>(
      (content) => [paragraph('first'), ...content],
      (content) => [...content, paragraph('last')],
      (content) => content.map(upperCase),
      (content) => [paragraph('first'), ...content.map(upperCase), paragraph('last')],
    );
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 3 }),
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(20)),
        fc.array(hosts, { maxLength: 3 }),
        fc.boolean(),
        (paragraphs, [at, length], all, isKept) => {
          const first = paragraphs.map((each) => sized(...each));
          const { view, select, session, host, undo, sizes, stored, end } = edit(first);
          const from = Math.round(at * view.state.doc.content.size);
          const to = Math.min(view.state.doc.content.size, from + length);
          select(from, to);
          session.stage({ sizePx: 10 });
          session.stage({ sizePx: 28 });
          let expected: readonly object[] = first;
          const without = () => sizesOf(richDoc({ type: 'doc', content: expected } as RichText));
          for (const make of all) {
            host(make);
            expected = make(expected);
          }
          const isStaged = sizes().some((line) => line.includes('<28>'));
          if (isKept) session.keepStaged();
          else session.stage(null);
          if (isKept && isStaged) undo();
          expect(sizes()).to.eql(without());
          while (undo());
          expect(sizes()).to.eql(sizesOf(richDoc({ type: 'doc', content: first } as RichText)));
          expect(view.state.doc.toJSON()).to.deep.equal(richDoc(stored()).toJSON());
          end();
        },
      ),
      { numRuns: 100 },
    );
  });
});
