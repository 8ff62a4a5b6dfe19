import { ZOOM } from '../stores/ViewStore.ts';
import { focusToolbar } from '../focus/focusToolbar.ts';
import type { Command } from './Command.ts';

/** Zoom, preview, the palette and the list of keys. */
export const viewCommands: readonly Command[] = [
  {
    id: 'toggle-preview',
    label: 'Edit or preview',
    group: 'View',
    keys: ['Ctrl+.'],
    inPreview: true,
    run: (store) => {
      store.toggleMode();
    },
  },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    group: 'View',
    keys: ['Ctrl++', 'Ctrl+='],
    run: (store) => {
      store.view.setZoom(store.view.zoom * ZOOM.step);
    },
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    group: 'View',
    keys: ['Ctrl+-'],
    run: (store) => {
      store.view.setZoom(store.view.zoom / ZOOM.step);
    },
  },
  {
    id: 'zoom-100',
    label: 'Zoom to 100%',
    group: 'View',
    keys: ['Shift+0'],
    run: (store) => {
      store.view.setZoom(1);
    },
  },
  {
    id: 'zoom-fit',
    label: 'Zoom to fit',
    group: 'View',
    keys: ['Shift+1'],
    run: (store) => {
      store.view.zoomToFit();
    },
  },
  {
    id: 'zoom-selection',
    label: 'Zoom to selection',
    group: 'View',
    keys: ['Shift+2'],
    isAvailable: ({ editor }) => editor.selection.size > 0,
    run: (store) => {
      store.view.zoomToSelection();
    },
  },
  {
    id: 'to-toolbar',
    label: 'Go to the toolbars (Esc: back)',
    group: 'View',
    keys: ['Alt+F10'],
    inPreview: true,
    run: focusToolbar,
  },
  {
    id: 'palette',
    label: 'Find a command',
    group: 'View',
    keys: ['Ctrl+K'],
    inPreview: true,
    run: (store) => {
      store.openDialog('palette');
    },
  },
  {
    id: 'keys',
    label: 'All keys',
    group: 'View',
    keys: ['?'],
    run: (store) => {
      store.openDialog('keys');
    },
  },
];
