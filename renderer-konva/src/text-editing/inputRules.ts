import { richTextSchema } from '@cobble/engine';
import { InputRule, inputRules, wrappingInputRule } from 'prosemirror-inputrules';
import type { Plugin } from 'prosemirror-state';

const { heading, bullet_list: bulletList, ordered_list: orderedList } = richTextSchema.nodes;

/**
 * Markdown shortcuts at the start of a line: "# " to "#### " for headings, "- " or "* " for a list,
 * "1. " for a numbered one. Backspace right after it restores the typed characters.
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
