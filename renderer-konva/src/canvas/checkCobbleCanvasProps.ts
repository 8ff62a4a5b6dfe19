import { inputError } from '@cobble/engine';
import { checkEditorProp } from '../checkEditorProp.ts';
import { checkRoomProp } from '../checkRoomProp.ts';
import { checkLocale, checkProps, type PropTypes } from '../checkProps.ts';
import { checkCanvasMessages } from '../messages/checkMessages.ts';
import type { CobbleCanvasProps } from './CobbleCanvasProps.ts';

const PROPS: PropTypes<CobbleCanvasProps> = {
  editor: 'any',
  fontBaseUrl: 'string',
  fonts: 'function',
  assetBaseUrl: 'string',
  imageVariants: 'function',
  posts: 'function',
  zoom: 'number',
  onZoomChange: 'function',
  windowWidthPx: 'any',
  onFiles: 'function',
  onSelectionRect: 'function',
  room: 'any',
  className: 'string',
  style: 'object',
  advanced: 'boolean',
  messages: 'object',
  locale: 'string',
  safeMode: 'boolean',
};

/**
 * Checks the props of `<CobbleCanvas/>`: a misspelt one would have no effect, and one of the wrong
 * type would fail where it is used.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkCobbleCanvasProps(props: CobbleCanvasProps): void {
  checkEditorProp('CobbleCanvas', props.editor);
  checkProps('CobbleCanvas', props, PROPS);
  checkRoomProp('CobbleCanvas', props.room);
  const { windowWidthPx, messages, locale } = props;
  // NaN sets the default.
  if (windowWidthPx !== undefined && typeof windowWidthPx !== 'number')
    throw inputError('windowWidthPx', 'must be a number');
  if (messages) checkCanvasMessages('messages', messages);
  checkLocale(locale);
}
