import type { Block } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { useBlockLink } from './useBlockLink.ts';
import { LinkPopup } from './LinkPopup.tsx';

/** Edits the link of whole blocks. */
export const BlockLinkPopup = observer(function BlockLinkPopup({
  blocks,
}: {
  readonly blocks: readonly Block[];
}) {
  const link = useBlockLink(blocks);
  return <LinkPopup {...link} />;
});
