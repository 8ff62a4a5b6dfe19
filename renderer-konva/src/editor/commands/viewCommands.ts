import { ZOOM_STEP } from '../../view/zoom.ts';
import { focusToolbar } from '../focus/focusToolbar.ts';
import type { Command } from './Command.ts';

/** Zoom, preview, focusing a toolbar, the palette and the list of keys. */
export const viewCommands: readonly Command[] = [
  {
    id: 'toggle-preview',
    group: 'view',
    keys: ['Ctrl+.'],
    inPreview: true,
    run: (store) => {
      store.toggleMode();
    },
  },
  {
    id: 'zoom-in',
    group: 'view',
    keys: ['Ctrl++', 'Ctrl+='],
    run: (store) => {
      store.view.setZoom(store.view.zoom * ZOOM_STEP);
    },
  },
  {
    id: 'zoom-out',
    group: 'view',
    keys: ['Ctrl+-'],
    run: (store) => {
      store.view.setZoom(store.view.zoom / ZOOM_STEP);
    },
  },
  {
    id: 'zoom-100',
    group: 'view',
    keys: ['Shift+0'],
    run: (store) => {
      store.view.setZoom(1);
    },
  },
  {
    id: 'zoom-fit',
    group: 'view',
    keys: ['Shift+1'],
    run: (store) => {
      store.view.zoomToFit();
    },
  },
  {
    id: 'zoom-selection',
    group: 'view',
    keys: ['Shift+2'],
    isAvailable: ({ editor }) => editor.selection.size > 0,
    run: (store) => {
      store.view.zoomToSelection();
    },
  },
  {
    id: 'to-toolbar',
    group: 'view',
    keys: ['Alt+F10'],
    inPreview: true,
    run: focusToolbar,
  },
  {
    id: 'palette',
    group: 'view',
    keys: ['Ctrl+K'],
    inPreview: true,
    run: (store) => {
      store.openDialog('palette');
    },
  },
  {
    id: 'keys',
    group: 'view',
    keys: ['?'],
    run: (store) => {
      store.openDialog('keys');
    },
  },
];
