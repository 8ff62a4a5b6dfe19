import { ALL_PERMISSIONS, createEditor, type Permissions, VIEW_ONLY } from '@cobble/engine';
import { expect } from 'chai';
import { AutosaveStore } from '../autosave/AutosaveStore.ts';
import { translateEnglish } from '../messages/i18n.ts';
import { testPage } from '../testing/testPage.ts';
import { EditorStore, type InterfaceMode } from './EditorStore.ts';

function initialMode(permissions: Permissions, mode?: InterfaceMode): InterfaceMode {
  const store = new EditorStore({
    editor: createEditor({ page: testPage(), permissions }),
    services: { notify: () => undefined },
    t: translateEnglish,
    autosave: new AutosaveStore({ storage: null, now: () => 0, onProblem: () => undefined }),
    ...(mode === undefined ? {} : { mode }),
  });
  return store.mode;
}

describe('EditorStore', () => {
  it('opens in the mode that the host chooses, by default to edit', () => {
    expect(initialMode(ALL_PERMISSIONS)).to.equal('editing');
    expect(initialMode(ALL_PERMISSIONS, 'previewing')).to.equal('previewing');
  });

  it('shows the preview, not toolbars without a canvas, to users who may not edit', () => {
    expect(initialMode(VIEW_ONLY)).to.equal('previewing');
    expect(initialMode(VIEW_ONLY, 'editing')).to.equal('previewing');
  });
});
