// The editor with every message in brackets, or in English and with local copies at `#english`.
import { ALL_PERMISSIONS, createEditor, defaultEnvironment, VIEW_ONLY } from '@cobble/engine';
import { createRoot } from 'react-dom/client';
import { blankPage } from '../../../testing/harness/samplePages.ts';
import { createTextMeasurers } from '../../../resources/browserTextLayouts.ts';
import { CobbleEditor } from '../../CobbleEditor.tsx';
import { useEditorStore } from '../../EditorStoreContext.ts';
import { en } from '../../messages/en.ts';
import type { EditorMessages } from '../../messages/Translate.ts';
import type { EditorServices } from '../../services/EditorServices.ts';
import type { EditorStore } from '../../stores/EditorStore.ts';

declare global {
  interface Window {
    store: EditorStore;
  }
}

const messages = Object.fromEntries(
  Object.entries(en).map(([group, texts]) => [
    group,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `[${text}]`])),
  ]),
) as EditorMessages;

const isEnglish = location.hash === '#english';

const services: EditorServices = {
  uploads: { maxMb: 5, upload: () => new Promise(() => undefined) },
  publishing: {
    publicUrl: () => 'https://a.example/',
    publish: () => new Promise(() => undefined),
    loadLatest: () => new Promise(() => undefined),
  },
  preview: () => () => undefined,
  ...(isEnglish && { storage: localStorage }),
};

function ExposeStore() {
  window.store = useEditorStore();
  return null;
}

const environment = { ...defaultEnvironment, ...createTextMeasurers() };
const permissions = location.hash === '#read-only' ? VIEW_ONLY : ALL_PERMISSIONS;
const editor = createEditor({ page: blankPage(), environment, permissions });
createRoot(document.getElementById('app') ?? document.body).render(
  <CobbleEditor
    editor={editor}
    services={services}
    home={{ href: '/' }}
    messages={isEnglish ? {} : messages}
    startsInPreview={location.hash === '#preview'}
  >
    <ExposeStore />
  </CobbleEditor>,
);
