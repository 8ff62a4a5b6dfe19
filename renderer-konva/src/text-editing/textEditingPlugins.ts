import { richTextSchema } from '@cobble/engine';
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { InputRule, inputRules, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, type Plugin, TextSelection } from 'prosemirror-state';
import { keepCaretVisible } from './keepCaretVisible.ts';
import { keepFirstBlockFormat } from './keepFirstBlockFormat.ts';
import { readSelectionFirst } from './readSelection.ts';
import { rightToLeftArrows } from './rightToLeftArrows.ts';
import { showSelectionWithoutFocus } from './showSelectionWithoutFocus.ts';
import { stagedStyle } from './stagedStyle.ts';
import { wordKeysAtEdges } from './wordKeysAtEdges.ts';

/** The ProseMirror plugins of a session: its own history, and keys for its schema. */
export function textEditingPlugins(isRich: boolean, leave: () => void): Plugin[] {
  return [
    readSelectionFirst(),
    stagedStyle(),
    history(),
    keepFirstBlockFormat(),
    keepCaretVisible(),
    showSelectionWithoutFocus(),
    wordKeysAtEdges(),
    rightToLeftArrows(),
    keymap({
      Escape: () => {
        leave();
        return true;
      },
      'Mod-z': undo,
      'Shift-Mod-z': redoOrNothing,
      'Mod-y': redo,
      'Mod-a': selectAll,
    }),
    ...(isRich ? [richInputRules(), keymap(richKeys())] : []),
    // Tab must not trap the keyboard: it indents in lists, and elsewhere leaves the text.
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

/** Handles the key in any case: otherwise, the keymap tries it without Shift, which would undo. */
const redoOrNothing: Command = (state, dispatch) => {
  redo(state, dispatch);
  return true;
};

function leaving(leave: () => void): Command {
  return () => {
    leave();
    return true;
  };
}

const selectAll: Command = (state, dispatch) => {
  dispatch?.(state.tr.setSelection(selectAllText(state.doc)));
  return true;
};

/** Selects all text of a document. */
export function selectAllText(doc: Node): TextSelection {
  const from = TextSelection.atStart(doc).from;
  return TextSelection.create(doc, from, TextSelection.atEnd(doc).to);
}

const { heading, bullet_list: bulletList, ordered_list: orderedList } = richTextSchema.nodes;

/**
 * Markdown shortcuts at the start of a line: "# " to "#### " for headings, "- " or "* " for a list,
 * "1. " for a numbered one. Backspace right after one restores the typed characters.
 */
export function richInputRules(): Plugin {
  return inputRules({
    rules: [
      headingRule,
      wrappingInputRule(/^\s*[-*]\s$/, bulletList),
      wrappingInputRule(
        /^\s*(\d{1,6})\.\s$/,
        orderedList,
        (match) => ({ order: Number(match[1]) }),
        (match, list) => list.childCount + Number(list.attrs.order) === Number(match[1]),
      ),
    ],
  });
}

/** Unlike ProseMirror's own rule, it preserves the alignment. */
const headingRule = new InputRule(/^(#{1,4})\s$/, (state, match, start, end) => {
  const $start = state.doc.resolve(start);
  const container = $start.node(-1);
  const index = $start.index(-1);
  if (!container.canReplaceWith(index, index + 1, heading)) return null;
  const textAlign: unknown = $start.parent.attrs.textAlign;
  const attrs = { level: match[1]?.length ?? 1, textAlign };
  return state.tr.delete(start, end).setBlockType(start, start, heading, attrs);
});
