import { type BuiltinBlockOf, editedBlockOf, textStyleOf } from '@cobble/engine';
import { applyTextStyle } from '../../text-editing/applyTextStyle.ts';
import { textEditingSessionOf } from '../../text-editing/TextEditingSession.ts';
import { keepFocusInPopup } from '../focus/keepFocusInPopup.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { textAppearanceOf } from './textAppearanceOf.ts';
import { patchBlocks } from './patchBlocks.ts';
import { setList } from './setList.ts';
import type { TextFormat, TextAppearance } from './TextFormat.ts';

/**
 * Returns the format of the text being edited, or else of whole blocks; null without blocks. It
 * reads observables: call it in an observer.
 */
export function textFormatOf(
  store: EditorStore,
  blocks: readonly BuiltinBlockOf<'text'>[],
): TextFormat | null {
  const { editor } = store;
  const [first] = blocks;
  const base = first && textStyleOf(first, editor.fields.settings.referenceWidth);
  if (!first || !base) return null;
  const session = editedBlockOf(editor.mode) !== null ? textEditingSessionOf(editor) : null;
  const active = session?.uuid === first.uuid ? session.active : null;
  if (session && active)
    return {
      appearance: { ...active, link: active.link && linkOf(active.link) },
      session,
      apply: ({ list, ...change }) => {
        keepFocusInPopup(() => {
          if (list !== undefined) {
            const toggled = list ?? active.list;
            if (toggled && list !== active.list) session.toggleList(toggled);
          }
          if (Object.keys(change).length > 0) session.apply(change);
        });
      },
      stage: (change) => {
        session.stage(change);
      },
    };
  const apply: TextFormat['apply'] = ({ list, ...change }) => {
    const isBoth = list !== undefined && Object.keys(change).length > 0;
    if (isBoth) editor.begin();
    if (list !== undefined)
      patchBlocks(store, blocks, (block) => ({
        content: { text: setList(block.content.text, list) },
      }));
    if (Object.keys(change).length > 0)
      store.report(
        applyTextStyle(
          editor,
          blocks.map((block) => block.uuid),
          change,
        ),
      );
    if (isBoth) editor.commit();
  };
  return { appearance: textAppearanceOf(first, base), session: null, apply, stage: apply };
}

function linkOf(link: {
  readonly href: string;
  readonly target: string | null;
}): TextAppearance['link'] {
  const { href, target } = link;
  return { href, target: target === '_self' || target === '_blank' ? target : null };
}
