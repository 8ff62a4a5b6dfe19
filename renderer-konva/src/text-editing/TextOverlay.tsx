import {
  type Block,
  type CssDeclarations,
  type Editor,
  editedBlockOf,
  type EditorMode,
  richTextCss,
  type TextStyle,
  textStyleCss,
} from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusSilently } from '../accessibility/focus.ts';
import { PLACEHOLDER_OPACITY } from '../blocks/sticky-note/stickyNoteLayout.ts';
import type { Translate } from '../messages/translate.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { CanvasView } from '../view/CanvasView.ts';
import { createTextView } from './createTextView.ts';
import { editedBlockText } from './editedBlockText.ts';
import { SELECTED_HIGHLIGHT } from './showSelectionWithoutFocus.ts';

/** What the text overlay needs from a canvas. */
export interface TextOverlayCanvas {
  readonly editor: Editor;
  readonly view: CanvasView;
  readonly resources: PaintResources;
  readonly t: Translate;
  readonly elements: { readonly scroller: HTMLElement } | null;
  /**
   * Client px of the press on the block that started text editing; null when something else did,
   * such as a key or adding the block.
   */
  entryPoint(): { readonly x: number; readonly y: number } | null;
}

/** The text that is being edited, as DOM, exactly where the canvas paints it. */
export const TextOverlay = observer(function TextOverlay(props: {
  readonly canvas: TextOverlayCanvas;
}): ReactNode {
  const { canvas } = props;
  const { mode } = canvas.editor;
  const block = editedBlockOf(mode);
  return block === null ? null : (
    <EditedText key={block} canvas={canvas} uuid={block} session={mode} />
  );
});

const EditedText = observer(function EditedText(props: {
  readonly canvas: TextOverlayCanvas;
  readonly uuid: string;
  /** Differs in each session, also if two follow each other on the same block. */
  readonly session: EditorMode;
}): ReactNode {
  const { canvas, uuid, session } = props;
  const { editor, t, view } = canvas;
  const mount = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!mount.current) return undefined;
    const point = canvas.entryPoint();
    const end = createTextView({ editor, t }, uuid, mount.current, point);
    return () => {
      end?.();
      // Return the focus to the canvas, so that the editor gets the next key; if editing was not
      // started by a press, return it to the block, so that Tab continues from there.
      const scroller = canvas.elements?.scroller;
      const treeItem = point === null ? treeItemOf(scroller, uuid) : null;
      const next = treeItem ?? scroller;
      if (next) focusSilently(next);
    };
  }, [canvas, editor, t, uuid, session]);

  const block = editor.blocks.get(uuid);
  const box = editor.boxOf(uuid);
  const unit = view.referenceWidth;
  const text = block && editedBlockText(block, canvas.resources);
  if (!block || !box || !text) return null;
  const center = view.toContent({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const half = { x: (box.width * unit) / 2, y: (box.height * unit) / 2 };
  return (
    <div
      data-cobble-text={uuid}
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        width: box.width * unit,
        height: box.height * unit,
        transformOrigin: '0 0',
        transform: `translate(${String(center.x)}px, ${String(center.y)}px) scale(${String(view.scale)}) rotate(${String(block.position.rotationDeg)}deg) translate(${String(-half.x)}px, ${String(-half.y)}px)`,
        opacity: block.styles.opacity,
      }}
    >
      <style>{cssOf(block, text.style, t('stickyNotePlaceholder'))}</style>
      <div
        ref={mount}
        className="cobble-edited-text"
        style={{
          position: 'absolute',
          left: text.box.x,
          top: text.box.y + text.top,
          width: text.box.width,
        }}
      />
    </div>
  );
});

/** The block's element in the accessibility tree, if it is rendered. */
function treeItemOf(scroller: HTMLElement | undefined, uuid: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-block-item="${CSS.escape(uuid)}"]`) ?? null;
}

function cssOf(block: Block, style: TextStyle, placeholder: string): string {
  const self = `[data-cobble-text="${block.uuid}"] .cobble-edited-text`;
  const own = [
    ['outline', 'none'],
    ['cursor', 'text'],
    ['user-select', 'text'],
    ['-webkit-user-select', 'text'],
    ['touch-action', 'manipulation'],
    // Resets a host's rules for editable elements.
    ['margin', '0'],
    ['padding', '0'],
    ['border', '0'],
    ['background', 'none'],
    ['box-shadow', 'none'],
    ['min-height', '0'],
    ['transition', 'none'],
  ] as const;
  // Resets a host's rules for paragraphs and the like.
  const plain = [' :is(p,h1,h2,h3,h4,ul,ol,li,a,strong,em,u,s,span)', [['all', 'revert']]] as const;
  // A host's selection colours must not hide the text colour that the user is choosing.
  const selection = [
    ['background-color', 'rgb(43 78 255 / 24%)'],
    ['color', 'currentcolor'],
  ] as const;
  const selections = ['::selection', `::highlight(${SELECTED_HIGHLIGHT})`]
    .flatMap((part) => [part, ` ${part}`])
    .map((suffix) => [suffix, selection] as const);
  // ProseMirror nests an element per mark; `display: contents` makes them count as the one element
  // of the published page.
  const spans = [' span', [['display', 'contents']]] as const;
  return [
    ['', [...textStyleCss(style), ...own]] as const,
    plain,
    ...richTextCss(),
    spans,
    ...selections,
    ...placeholderCss(block, placeholder),
  ]
    .map(
      ([suffix, declarations]) =>
        `${self}${suffix}{${declarations.map(([name, value]) => `${name}:${value}`).join(';')}}`,
    )
    .join('\n');
}

/** An empty note's placeholder, where its text will be. */
function placeholderCss(
  { type }: Block,
  placeholder: string,
): readonly (readonly [string, CssDeclarations])[] {
  if (type !== 'sticky-note') return [];
  const declarations = [
    ['content', JSON.stringify(placeholder)],
    ['position', 'absolute'],
    ['inset-inline', '0'],
    ['opacity', String(PLACEHOLDER_OPACITY)],
    ['pointer-events', 'none'],
  ] as const;
  return [[' > p:only-child:has(> br:only-child)::before', declarations]];
}
