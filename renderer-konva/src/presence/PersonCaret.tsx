import { EditorState, Plugin, Selection } from 'prosemirror-state';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Caret } from '@cobble/engine/collaboration';
import { PlacedText } from '../text-editing/PlacedText.tsx';
import { textDocOf } from '../text-editing/TextBinding.ts';
import type { Person } from './Person.ts';
import type { PresenceCanvas } from './PresenceCanvas.ts';

/**
 * The caret or selection of someone who edits a text. The block's text is laid out as DOM, exactly
 * where the canvas paints it, but invisible except for the caret. What they have typed since they
 * began is not on the page yet, so the caret is at the nearest place that the text has.
 */
export const PersonCaret = observer(function PersonCaret(props: {
  readonly canvas: PresenceCanvas;
  readonly person: Person;
}): ReactNode {
  const { canvas, person } = props;
  const { caret, color } = person;
  const mount = useRef<HTMLDivElement>(null);
  const block = caret ? canvas.editor.blocks.get(caret.thingUuid) : undefined;
  useLayoutEffect(() => {
    const state = caret ? caretState(block, caret, color) : null;
    if (!mount.current || !state) return undefined;
    const view = new EditorView({ mount: mount.current }, { state, editable: () => false });
    return () => {
      view.destroy();
    };
  }, [block, caret, color]);
  if (!caret || !block || !textDocOf(block)) return null;
  return (
    <PlacedText
      // A view changes the attributes of its element, which the next one must not find.
      key={`${caret.thingUuid} ${String(caret.anchor)} ${String(caret.head)}`}
      canvas={canvas}
      uuid={caret.thingUuid}
      mount={mount}
      isInvisible
    />
  );
});

/** The state that shows a caret in a block's text; null for a block without text. */
export function caretState(
  block: Parameters<typeof textDocOf>[0],
  { anchor, head }: Pick<Caret, 'anchor' | 'head'>,
  color: string,
): EditorState | null {
  const doc = textDocOf(block);
  if (!doc) return null;
  const near = (position: number): number =>
    Selection.near(doc.resolve(Math.min(position, doc.content.size))).head;
  const [start, end] = [near(Math.min(anchor, head)), near(Math.max(anchor, head))];
  const decorations = [
    Decoration.inline(start, end, {
      // Spans have no box in an edited text.
      nodeName: 'mark',
      style: `background:color-mix(in srgb, ${color} 30%, transparent)`,
    }),
    Decoration.widget(near(head), () => caretElement(color), { side: -1, key: 'caret' }),
  ];
  // Once, because creating a set uses up the list.
  const set = DecorationSet.create(doc, decorations);
  const plugin = new Plugin({ props: { decorations: () => set } });
  return EditorState.create({ doc, plugins: [plugin] });
}

/** A line of no width, so that no text moves. */
function caretElement(color: string): HTMLElement {
  const caret = document.createElement('i');
  caret.dataset['cobbleCaret'] = '';
  const width = 'calc(2.5px / var(--cobble-text-scale, 1))';
  caret.style.cssText =
    `border-inline-start:${width} solid ${color};margin-inline:calc(-1px / var(--cobble-text-scale, 1));` +
    'font-style:normal;padding-block:0.1em';
  return caret;
}
