import type { BuiltinBlockOf, BuiltinBlockType } from '@cobble/engine';
import type { Painter } from '../paint/PaintResources.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import { paintAudio } from './audio/paintAudio.ts';
import { paintButton } from './button/paintButton.ts';
import { paintChannel } from './channel/paintChannel.ts';
import { paintCodeEmbed } from './code-embed/paintCodeEmbed.ts';
import { paintDrawing } from './drawing/paintDrawing.ts';
import { paintEmbed } from './embed/paintEmbed.ts';
import { paintGif } from './gif/paintGif.ts';
import { paintGroup } from './group/paintGroup.ts';
import { paintImage } from './image/paintImage.ts';
import { paintRichButton } from './rich-button/paintRichButton.ts';
import { paintShape } from './shape/paintShape.ts';
import { paintStickyNote } from './sticky-note/paintStickyNote.ts';
import { paintTextBlock } from './text/paintTextBlock.ts';
import { paintUnknown } from './unknown/paintUnknown.ts';

const painters = {
  audio: paintAudio,
  bandcamp: paintEmbed('bandcamp'),
  button: paintButton,
  channel: paintChannel,
  'code-embed': paintCodeEmbed,
  codepen: paintEmbed('codepen'),
  drawing: paintDrawing,
  gif: paintGif,
  'google-forms': paintEmbed('google-forms'),
  group: paintGroup,
  gumroad: paintEmbed('gumroad'),
  image: paintImage,
  'rich-button': paintRichButton,
  shape: paintShape,
  shopify: paintEmbed('shopify'),
  soundcloud: paintEmbed('soundcloud'),
  spotify: paintEmbed('spotify'),
  'sticky-note': paintStickyNote,
  substack: paintEmbed('substack'),
  text: paintTextBlock,
  tiktok: paintEmbed('tiktok'),
  twitch: paintEmbed('twitch'),
  twitter: paintEmbed('twitter'),
  typeform: paintEmbed('typeform'),
  vimeo: paintEmbed('vimeo'),
  youtube: paintEmbed('youtube'),
} satisfies { [Type in BuiltinBlockType]: Painter<BuiltinBlockOf<Type>> };

const byType: ReadonlyMap<string, Painter> = new Map(
  // Each painter gets only blocks of its own type.
  Object.entries(painters as unknown as Record<BuiltinBlockType, Painter>),
);

/** The painter of a built-in type or a kit's type; for an unknown type, a placeholder. */
export function painterOf(
  type: string,
  resources: Pick<PaintResources, 'kitPainter'> = {},
): Painter {
  return byType.get(type) ?? resources.kitPainter?.(type) ?? paintUnknown;
}
