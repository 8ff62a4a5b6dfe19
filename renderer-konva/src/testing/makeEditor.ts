import {
  createBlankPage,
  createEditor,
  type Editor,
  type Kit,
  type NewBlock,
} from '@cobble/engine';

/** An editor of a page with one section, for tests without a browser; ids count upwards. */
export function makeEditor(blocks: readonly NewBlock<string>[] = []): Editor {
  let ids = 0;
  const createId = (): string => `id-${String((ids += 1))}`;
  const page = {
    ...createBlankPage({ slug: 'main', createId }),
    ID: 1,
    site: { ID: 1, slug: 'ada' },
    accountID: 1,
    isDisabled: false,
    createdAt: '',
    updatedAt: '',
    revision: 0,
  };
  const editor = createEditor({ page, environment: { createId } });
  if (blocks.length === 0) return editor;
  const anyEditor: Editor<Kit> = editor;
  const added = anyEditor.add(blocks, { select: false });
  if (!added.ok) throw new Error(`the blocks were refused: ${added.code}`);
  return editor;
}
