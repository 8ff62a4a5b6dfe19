import { copyPageUrl } from '../bars/copyPageUrl.ts';
import type { Command } from './Command.ts';

/** What people do with the page as a whole. Only the palette shows them, as they have no keys. */
export const pageCommands: readonly Command[] = [
  {
    id: 'publish',
    group: 'page',
    keys: [],
    inPreview: true,
    isAvailable: ({ editor, services }) =>
      services.publishing !== undefined && editor.permissions.canPublish,
    run: (store) => {
      if (store.publishing.canPublish) void store.publish();
      else if (!store.publishing.isPublishing) store.notify(store.t('publish.nothingNew'));
    },
  },
  {
    id: 'page-settings',
    group: 'page',
    keys: [],
    run: ({ region }) => {
      region.find('[data-cobble-opens~="page/title"]')?.click();
    },
  },
  {
    id: 'copy-page-url',
    group: 'page',
    keys: [],
    inPreview: true,
    isAvailable: ({ publicUrl }) => publicUrl !== null,
    run: (store) => {
      void copyPageUrl(store);
    },
  },
  {
    id: 'open-live-page',
    group: 'page',
    keys: [],
    inPreview: true,
    isAvailable: ({ publishing }) => publishing.isLive,
    run: ({ publicUrl }) => {
      if (publicUrl !== null) window.open(publicUrl, '_blank', 'noopener');
    },
  },
];
