import type { Block } from '@cobble/engine';
import { useStaged } from '../components/useStaged.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import type { Link } from './LinkForm.tsx';
import { patchBlocks } from './patchBlocks.ts';

/** The link of whole blocks, as props for a `LinkPopup` or `LinkForm`. */
export function useBlockLink(blocks: readonly Block[]) {
  const store = useEditorStore();
  const staged = useStaged(store.editor);
  const [first] = blocks;
  const { hyperlink, hyperlinkTarget } = first?.properties ?? {};
  const set = (properties: Block['properties']) => {
    const changed = staged.change(() => patchBlocks(store, blocks, () => ({ properties })));
    return changed.ok ? null : changed.code;
  };
  const link: Link | null =
    hyperlink === undefined ? null : { href: hyperlink, target: hyperlinkTarget ?? '_blank' };
  return {
    id: `${first?.uuid ?? ''}/link`,
    link,
    onLink: ({ href, target }: Link) =>
      set({ hyperlink: href, hyperlinkTarget: target ?? undefined }),
    refusal: staged.refusal,
    onCancel: staged.cancel,
    onRemove: () => {
      set({ hyperlink: undefined, hyperlinkTarget: undefined });
    },
    onCommit: staged.commit,
  };
}
