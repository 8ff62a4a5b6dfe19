import type { Editor, Kit } from '@cobble/engine';
import type { RoomClient } from '@cobble/engine/collaboration';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import type { HomeLink } from './bars/HomeBar.tsx';
import type { EditorMessages } from './messages/Translate.ts';
import type { EditorServices } from './services/EditorServices.ts';

/** Props of `<CobbleEditor/>`. */
export interface CobbleEditorProps {
  /**
   * Owned by the host, as with `<CobbleCanvas/>`: it survives when the component unmounts, which ends
   * and commits text editing and drawing.
   */
  readonly editor: Editor<Kit>;
  readonly services?: EditorServices | undefined;
  /**
   * The client of the page's room, created with the same editor: the editor then says where the user's
   * changes are, publishes what the room has, and asks nothing when the user leaves changes that the
   * room or this device has stored. It may appear, change or disappear while the component is mounted.
   * The host closes it, not before the component has unmounted. Absent or null: the page is not shared.
   */
  readonly room?: RoomClient | null | undefined;
  /** A link before the page's name; absent: none. */
  readonly home?: HomeLink | undefined;
  /**
   * Whether code embeds do not run in the preview and show a notice on the canvas, where they never
   * run; default false.
   */
  readonly safeMode?: boolean | undefined;
  /** Shows the preview first; default false. Users who may not edit always get the preview. */
  readonly startsInPreview?: boolean | undefined;
  /** Base URL of the font files; default '/fonts'. */
  readonly fontBaseUrl?: string | undefined;
  /** Prefix for image URLs that start with `/assets/`; default ''. */
  readonly assetBaseUrl?: string | undefined;
  /** Messages that replace the editor's English ones. Read once. */
  readonly messages?: EditorMessages | undefined;
  /** The language of `messages` as a BCP 47 tag, for plurals and lists; default 'en'. Read once. */
  readonly locale?: string | undefined;
  /**
   * The host's i18next instance, with its translations in the namespace `cobble-editor`, which its
   * backend may load late; used instead of `messages` and `locale`. English fills the gaps. Read
   * once.
   */
  readonly i18n?: i18n | undefined;
  /** The host's own dialogs and guards; they call `useCobbleEditor`. */
  readonly children?: ReactNode | undefined;
}
