import {
  type Block,
  type CssDeclarations,
  type Editor,
  richTextCss,
  type TextStyle,
  textStyleCss,
} from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { PLACEHOLDER_OPACITY } from '../blocks/sticky-note/stickyNoteLayout.ts';
import type { Translate } from '../messages/translate.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { CanvasView } from '../view/CanvasView.ts';
import { editedBlockText } from './editedBlockText.ts';
import { SELECTED_HIGHLIGHT } from './showSelectionWithoutFocus.ts';

/** Hides a text but not what is added to it, such as a caret. */
const INVISIBLE: CSSProperties = {
  WebkitTextFillColor: 'transparent',
  textDecorationColor: 'transparent',
  pointerEvents: 'none',
};

/**
 * An element for a block's text, exactly where the canvas paints it; content px. Whoever mounts a
 * text in it gets the styles of the block's text.
 */
export const PlacedText = observer(function PlacedText(props: {
  readonly canvas: {
    readonly editor: Editor;
    readonly view: CanvasView;
    readonly resources: PaintResources;
    readonly t: Translate;
  };
  readonly uuid: string;
  /** Gets the element in which to mount the text. */
  readonly mount: RefObject<HTMLDivElement | null>;
  /** Whether the text is only there to find places in it; false by default. */
  readonly isInvisible?: boolean;
}): ReactNode {
  const { canvas, uuid, mount, isInvisible = false } = props;
  const { editor, t, view } = canvas;
  const block = editor.blocks.get(uuid);
  const box = editor.boxOf(uuid);
  const unit = view.referenceWidth;
  const text = block && editedBlockText(block, canvas.resources);
  if (!block || !box || !text) return null;
  const attribute = isInvisible ? 'data-cobble-text-of-other' : 'data-cobble-text';
  const center = view.toContent({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const half = { x: (box.width * unit) / 2, y: (box.height * unit) / 2 };
  return (
    <div
      {...{ [attribute]: uuid }}
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        width: box.width * unit,
        height: box.height * unit,
        transformOrigin: '0 0',
        transform: `translate(${String(center.x)}px, ${String(center.y)}px) scale(${String(view.scale)}) rotate(${String(block.position.rotationDeg)}deg) translate(${String(-half.x)}px, ${String(-half.y)}px)`,
        opacity: isInvisible ? 1 : block.styles.opacity,
        ...(isInvisible && { ...INVISIBLE, '--cobble-text-scale': view.scale }),
      }}
    >
      <style>
        {cssOf(block, text.style, isInvisible ? '' : t('stickyNotePlaceholder'), attribute)}
      </style>
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

function cssOf(block: Block, style: TextStyle, placeholder: string, attribute: string): string {
  const self = `[${attribute}="${block.uuid}"] .cobble-edited-text`;
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
