import { richTextSchema } from '@cobble/engine';
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { undoInputRule } from 'prosemirror-inputrules';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command, Plugin } from 'prosemirror-state';
import { allWords } from './allWords.ts';
import { richInputRules } from './inputRules.ts';
import { keepFirstBlock } from './keepFirstBlock.ts';

/** Plugins of a session: its own history, and the keys of its schema. */
export function textEditingPlugins(isRich: boolean, leave: () => void): Plugin[] {
  return [
    history(),
    keepFirstBlock(),

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
    Tab: sinkListItem(item),
    'Shift-Tab': liftListItem(item),
  };
}

const selectAllWords: Command = (state, dispatch) => {
  dispatch?.(state.tr.setSelection(allWords(state.doc)));
  return true;
};
