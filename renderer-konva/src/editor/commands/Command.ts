import type { en } from '../messages/en.ts';
import type { EditorStore } from '../stores/EditorStore.ts';

/** The commands, by the keys of their names in the catalogue. */
export type CommandId = keyof typeof en.command;

/** The headings under which the list of keys shows commands. */
export type CommandGroup = keyof typeof en.commandGroup;

/** An action in the palette, most with a key, which often has a button too. */
export interface Command {
  /** Its name is the message `command.{id}`. */
  readonly id: CommandId;
  readonly group: CommandGroup;
  /** As `parseKey` reads them; the first is the one that is shown. Empty: only in the palette. */
  readonly keys: readonly string[];
  /** Whether it works in the preview, too; default false. */
  readonly inPreview?: boolean;
  /**
   * Whether it can run now; if not, its key is left to another command or the browser. Default:
   * always.
   */
  readonly isAvailable?: (store: EditorStore) => boolean;
  /** Whether its key goes to the canvas, where the editor's mode decides what it does. */
  readonly isCanvasKey?: boolean;
  /**
   * What its button does, and its key unless `isCanvasKey`; `press.shift`: whether Shift is down.
   */
  readonly run: (store: EditorStore, press: { readonly shift: boolean }) => void;
}
