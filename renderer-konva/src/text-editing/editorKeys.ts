import { richTextSchema } from '@cobble/engine';
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { undoInputRule } from 'prosemirror-inputrules';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command, Plugin } from 'prosemirror-state';
import { allWords } from './allWords.ts';
import { richInputRules } from './inputRules.ts';
import { keepCaretInSight } from './keepCaretInSight.ts';
import { keepFirstBlock } from './keepFirstBlock.ts';
import { visualArrows } from './visualArrows.ts';

/** The ProseMirror plugins of a session: its own history, and keys for its schema. */
export function textEditingPlugins(isRich: boolean, leave: () => void): Plugin[] {
  return [
    history(),
    keepFirstBlock(),
    keepCaretInSight(),
    visualArrows(),
    keymap({
      Escape: () => {
        leave();
        return true;
      },
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      'Mod-a': selectAllWords,
    }),
    ...(isRich ? [richInputRules(), keymap(richKeys())] : []),
    // Tab must not trap the keyboard: where it does not indent, it leaves the text.
    keymap({ Tab: leaving(leave), 'Shift-Tab': leaving(leave) }),
    keymap(baseKeymap),
  ];
}

function richKeys(): Record<string, Command> {
  const { bold, italic, underline, strikethrough } = richTextSchema.marks;
  const { hard_break: hardBreak, list_item: item } = richTextSchema.nodes;
  const breakLine = chainCommands(exitCode, (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView());
    return true;
  });
  return {
    'Mod-b': toggleMark(bold),
    'Mod-i': toggleMark(italic),
    'Mod-u': toggleMark(underline),
    'Shift-Mod-x': toggleMark(strikethrough),
    'Shift-Enter': breakLine,
    Backspace: undoInputRule,
    Enter: splitListItem(item),
    Tab: chainCommands(sinkListItem(item), isInList),
    'Shift-Tab': chainCommands(liftListItem(item), isInList),
  };
}

/** Handles a key inside a list even when it has no effect there. */
const isInList: Command = ({ selection: { $from } }) =>
  $from.depth > 1 && $from.node(-1).type === richTextSchema.nodes.list_item;

function leaving(leave: () => void): Command {
  return () => {
    leave();
    return true;
  };
}

const selectAllWords: Command = (state, dispatch) => {
  dispatch?.(state.tr.setSelection(allWords(state.doc)));
  return true;
};
