import { GEOMETRY } from '../constants/geometry.ts';
import type { NewBlock } from '../editor/patches.ts';
import { addBlocks } from '../editor/commands/addBlocks.ts';
import type { Point } from '../model/Position.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';
import type { ModeContext } from './ModeContext.ts';
import { hasEditableText } from './textEditing.ts';

type AddedBlock = Pick<NewBlock, 'type' | 'content'>;
type Tool = (context: ModeContext) => void;

const addTool =
  (block: AddedBlock): Tool =>
  (context) => {
    addAtPointer(context, block);
  };

/** Tools by their keys: they add a block at the pointer, or switch the mode. */
const TOOLS: Readonly<Record<string, Tool>> = {
  v: (context) => {
    context.setTypewriter(false);
  },
  t: addTool({ type: 'text' }),
  n: addTool({ type: 'sticky-note' }),
  r: addTool({ type: 'shape', content: { shapeType: 'rectangle' } }),
  o: addTool({ type: 'shape', content: { shapeType: 'oval' } }),
  d: (context) => {
    context.startDrawing();
  },
};

/** Whether a key name (see `keyNames`) belongs to a tool. */
export function isToolKey(name: string): boolean {
  return Object.hasOwn(TOOLS, name);
}

/** Picks the tool with this key name; false if there is none. */
export function pickTool(context: ModeContext, name: string): boolean {
  if (!isToolKey(name)) return false;
  TOOLS[name]?.(context);
  return true;
}

/** Starts a text whose first line is at a point, as the typewriter does. */
export function addTextAt(context: ModeContext, point: Point): void {
  const { referenceWidth } = context.host.fields.settings;
  const { paddingPx = 0, lineHeight = TEXT_DEFAULTS.lineHeight } =
    context.host.definitionOf('text')?.defaultStyles ?? {};
  addAt(
    context,
    { type: 'text' },
    {
      x: point.x - paddingPx / referenceWidth,
      y: point.y - (paddingPx + (TEXT_DEFAULTS.sizePx * lineHeight) / 2) / referenceWidth,
    },
  );
}

/**
 * Adds a block centred on the pointer, or at the default position before the first event of a mouse
 * or pen.
 */
function addAtPointer(context: ModeContext, block: AddedBlock): void {
  const { pointer } = context;
  const size = pointer && sizeOf(context, block);
  addAt(
    context,
    block,
    pointer && size && { x: pointer.x - size.width / 2, y: pointer.y - size.height / 2 },
  );
}

/** Adds a block and starts editing its text, if it has text, as one history entry. */
function addAt(context: ModeContext, block: AddedBlock, corner: Point | null): void {
  const { host } = context;
  host.inProgress.begin();
  const added = host.inProgress.edit(
    addBlocks,
    [{ ...block, ...(corner && { position: { ...corner } }) }],
    {
      select: true,
    },
  );
  if (!added.ok) {
    host.inProgress.cancel();
    host.refused.emit(added.code);
    return;
  }
  const [uuid = ''] = added.value;
  if (!hasEditableText(host, uuid) || !context.startTextEditing(uuid)) host.inProgress.commit();
}

/** The default size of a block, in fractions of the window's width. */
function sizeOf({ host }: ModeContext, { type, content }: AddedBlock) {
  const definition = host.definitionOf(type);
  const { referenceWidth } = host.fields.settings;
  const fullContent = { ...definition?.defaultContent(host.environment.random), ...content };
  const sizePx = definition?.defaultSizePx?.(fullContent);
  const width = sizePx ? sizePx.width / referenceWidth : GEOMETRY.newBlockSize;
  const ratio = definition?.aspectRatio?.(fullContent) ?? null;
  const height = sizePx ? sizePx.height / referenceWidth : GEOMETRY.newBlockSize;
  return { width, height: ratio === null ? height : width * ratio };
}
