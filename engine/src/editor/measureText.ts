import type { Block } from '../model/Block.ts';
import type { Environment, TextMeasureRequest } from '../model/Environment.ts';
import { inputError } from '../model/inputError.ts';
import { MAX_LENGTH } from '../model/Position.ts';
import type { EditorState } from './EditorState.ts';

/**
 * Space below the last line, in px at the reference width, for browsers that render slightly taller
 * lines.
 */
const HEIGHT_TOLERANCE_PX = 2;

/**
 * The height that a block needs for its text at a width, both in fractions of the window's width,
 * with 2 px to spare, but at most what a page can store. Null if the environment cannot measure it.
 *
 * @throws CobbleError `input_invalid` (details: `path`) if the environment returns anything but a
 *   number
 */
export function measuredHeight(
  { environment, fields }: Pick<EditorState, 'environment' | 'fields'>,
  block: Block,
  width: number,
): number | null {
  const { referenceWidth } = fields.settings;
  const heightPx = measuredPx(environment, 'measureTextHeight', {
    block,
    widthPx: width * referenceWidth,
    referenceWidthPx: referenceWidth,
  });
  if (heightPx === null || heightPx <= 0) return null;
  return Math.min(MAX_LENGTH, (heightPx + HEIGHT_TOLERANCE_PX) / referenceWidth);
}

/**
 * What the host's function measures, in px; null without a function, or if the length is infinite.
 *
 * @throws CobbleError `input_invalid` (details: `path`) if it returns anything but a number
 */
export function measuredPx(
  environment: Environment,
  name: 'measureTextHeight' | 'measureTextWidth',
  request: TextMeasureRequest,
): number | null {
  const measure = environment[name];
  if (!measure) return null;
  const px: unknown = measure(request);
  if (typeof px !== 'number' || Number.isNaN(px))
    throw inputError(`environment.${name}`, 'must return a number of px');
  return Number.isFinite(px) ? px : null;
}
