import type { Site } from '@cobble/host-server/contract';
import { Dialog } from '@cobble/renderer-konva/editor/ui';
import { useT } from '../../messages/i18n.ts';
import { ExportSection } from './ExportSection.tsx';
import { ImportSection } from './ImportSection.tsx';

/** Exports the site as a ZIP and imports pages from one. */
export function ArchiveDialog({
  site,
  isOpen,
  onClose,
}: {
  readonly site: Pick<Site, 'ID' | 'slug'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('archive.title')}>
      <ExportSection site={site} />
      <ImportSection site={site} />
    </Dialog>
  );
}
