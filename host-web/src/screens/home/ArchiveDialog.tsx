import type { Site } from '@cobble/host-server/contract';
import { Dialog } from '@cobble/renderer-konva/editor/ui';
import { ExportSection } from './ExportSection.tsx';
import { HOME_WORDS } from './homeWords.ts';
import { ImportSection } from './ImportSection.tsx';

/** Takes the site away as a file, and brings one in. */
export function ArchiveDialog({
  site,
  isOpen,
  onClose,
}: {
  readonly site: Pick<Site, 'ID' | 'slug'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={HOME_WORDS.archive.title}>
      <ExportSection site={site} />
      <ImportSection site={site} />
    </Dialog>
  );
}
