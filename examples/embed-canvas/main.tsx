// A page editor in an application of one's own: an editor, a canvas on it, and a block of our own.
import {
  createBlankPage,
  createEditor,
  defaultEnvironment,
  parsePage,
  type NewBlock,
  type Page,
} from '@cobble/engine';
import { CobbleCanvas, createTextMeasurers } from '@cobble/renderer-konva';
import { renderPage } from '@cobble/renderer-static';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { bell } from './bell.ts';

const KEY = 'embed-canvas';
const kits = [bell];

/** What was saved, if it can be read, else an empty page. A server would store the same JSON. */
function loadPage(): Page {
  const stored = localStorage.getItem(KEY);
  try {
    if (stored !== null) return parsePage(JSON.parse(stored), { kits });
  } catch {
    // What cannot be read is kept: it may be a newer editor's.
    localStorage.setItem(`${KEY}-unread`, stored ?? '');
  }
  const draft = createBlankPage({ slug: 'main', createId: defaultEnvironment.createId });
  const now = new Date().toISOString();
  return parsePage({
    ...draft,
    ...{ ID: 1, accountID: 1, site: { ID: 1, slug: 'example' }, isDisabled: false, revision: 1 },
    ...{ createdAt: now, updatedAt: now },
  });
}

// The canvas's measurers let the height of a text follow its words.
const editor = createEditor({
  page: loadPage(),
  kits,
  environment: { ...defaultEnvironment, ...createTextMeasurers() },
});
editor.onChange(() => {
  localStorage.setItem(KEY, JSON.stringify(editor.stablePage));
});

function App() {
  const [published, setPublished] = useState<string | null>(null);
  const [refusal, setRefusal] = useState('');
  const add = (block: NewBlock): void => {
    const added = editor.add(block);
    setRefusal(added.ok ? '' : added.code);
  };
  if (published !== null)
    return (
      <>
        <header>
          <button onClick={() => setPublished(null)}>Edit</button>
        </header>
        <iframe title="The published page" sandbox="" srcDoc={published} />
      </>
    );
  return (
    <>
      <header>
        <button onClick={() => add({ type: 'text' })}>Add words</button>
        <button onClick={() => add({ type: 'bell', content: { rings: 3 } })}>Add a bell</button>
        <button onClick={() => editor.undo()}>Undo</button>
        <button onClick={() => setPublished(renderPage(editor.stablePage, { kits }).html)}>
          Show what visitors get
        </button>
        <output>{refusal}</output>
      </header>
      <CobbleCanvas editor={editor} />
    </>
  );
}

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
