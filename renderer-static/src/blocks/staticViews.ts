import type { BuiltinBlockType } from '@cobble/engine';
import type { StaticView } from '../RenderOptions.ts';
import { audioView } from './audio/audioView.ts';
import { buttonView } from './button/buttonView.ts';
import { channelView } from './channel/channelView.ts';
import { codeEmbedView } from './code-embed/codeEmbedView.ts';
import { drawingView } from './drawing/drawingView.ts';
import { embedView } from './embed/embedView.ts';
import { gifView } from './gif/gifView.ts';
import { groupView } from './group/groupView.ts';
import { imageView } from './image/imageView.ts';
import { richButtonView } from './rich-button/richButtonView.ts';
import { shapeView } from './shape/shapeView.ts';
import { stickyNoteView } from './sticky-note/stickyNoteView.ts';
import { textView } from './text/textView.ts';

/** Views of the built-in types; a missing one is a compile error. */
export const staticViews = {
  audio: audioView,
  bandcamp: embedView('bandcamp'),
  button: buttonView,
  channel: channelView,
  'code-embed': codeEmbedView,
  codepen: embedView('codepen'),
  drawing: drawingView,
  gif: gifView,
  'google-forms': embedView('google-forms'),
  group: groupView,
  gumroad: embedView('gumroad'),
  image: imageView,
  'rich-button': richButtonView,
  shape: shapeView,
  shopify: embedView('shopify'),
  soundcloud: embedView('soundcloud'),
  spotify: embedView('spotify'),
  'sticky-note': stickyNoteView,
  substack: embedView('substack'),
  text: textView,
  tiktok: embedView('tiktok'),
  twitch: embedView('twitch'),
  twitter: embedView('twitter'),
  typeform: embedView('typeform'),
  vimeo: embedView('vimeo'),
  youtube: embedView('youtube'),
} as const satisfies Record<BuiltinBlockType, StaticView>;
