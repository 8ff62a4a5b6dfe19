import { GEOMETRY } from '../constants/geometry.ts';
import type { NewBlock } from '../editor/Editor.ts';
import type { Point } from '../model/Position.ts';
import { TEXT_DEFAULTS } from '../text/TextStyle.ts';
import { editsText } from './editText.ts';
import type { InputContext } from './InputContext.ts';

type Added = Pick<NewBlock, 'type' | 'content'>;

/**
 * Adds a block with its middle where the pointer is, or about the window's middle where there was no
 * pointer yet. What has words is edited at once: adding and typing are one entry of the history.
 */
export function addTool(context: InputContext, block: Added): void {
  const { pointer } = context;
  const size = pointer && sizeOf(context, block);
  addAt(
    context,
    block,
    pointer && size && { x: pointer.x - size.width / 2, y: pointer.y - size.height / 2 },
  );
}

/** Begins a text whose first line stands at a point, as the caret of a typewriter does. */
export function addTextAt(context: InputContext, point: Point): void {
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

function addAt(context: InputContext, block: Added, corner: Point | null): void {
  const { host } = context;
  host.begin();
  const added = host.add({ ...block, ...(corner && { position: { ...corner } }) });
  if (!added.ok) {
    host.cancel();
    host.emitRefusal(added.code);
    return;
  }
  const [uuid = ''] = added.value;
  if (!editsText(context, uuid) || !host.startTextEditing(uuid)) host.commit();
}

/** The size that a new block will have; fractions of the window's width. */
function sizeOf({ host }: InputContext, { type, content }: Added) {
  const definition = host.definitionOf(type);
  const { referenceWidth } = host.fields.settings;
  const whole = { ...definition?.defaultContent(host.environment.random), ...content };
  const own = definition?.defaultSizePx?.(whole);
  const width = own ? own.width / referenceWidth : GEOMETRY.newBlockSize;
  const ratio = definition?.aspectRatio?.(whole) ?? null;
  const height = own ? own.height / referenceWidth : GEOMETRY.newBlockSize;
  return { width, height: ratio === null ? height : width * ratio };
}
