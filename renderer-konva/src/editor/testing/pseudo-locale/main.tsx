// The editor with every message in brackets, or in English and with local copies at `#english`. At
// `#two`, two editors are above each other, and `window.otherStore` is the store of the lower one.
import { ALL_PERMISSIONS, createEditor, defaultEnvironment, VIEW_ONLY } from '@cobble/engine';
import { useState } from 'react';
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
    otherStore: EditorStore;
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

function ExposeStore({ name }: { readonly name: 'store' | 'otherStore' }) {
  window[name] = useEditorStore();
  return null;
}

const environment = { ...defaultEnvironment, ...createTextMeasurers() };
const permissions = location.hash === '#read-only' ? VIEW_ONLY : ALL_PERMISSIONS;
const openEditor = () => createEditor({ page: blankPage(), environment, permissions });

function ShownEditor({ name }: { readonly name: 'store' | 'otherStore' }) {
  const [editor] = useState(openEditor);
  return (
    <CobbleEditor
      editor={editor}
      services={services}
      messages={isEnglish ? {} : messages}
      startsInPreview={location.hash === '#preview'}
    >
      <ExposeStore name={name} />
    </CobbleEditor>
  );
}

const half = { position: 'relative', height: '45vh' } as const;
createRoot(document.getElementById('app') ?? document.body).render(
  location.hash === '#two' ? (
    <>
      <div style={half}>
        <ShownEditor name="store" />
      </div>
      <div style={half}>
        <ShownEditor name="otherStore" />
      </div>
    </>
  ) : (
    <ShownEditor name="store" />
  ),
);
