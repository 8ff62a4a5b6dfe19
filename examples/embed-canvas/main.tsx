// A canvas in another React application, with the application's own buttons and a custom block.
import { createEditor, defaultEnvironment, type NewBlock } from '@cobble/engine';
import { CobbleCanvas, createTextMeasurers } from '@cobble/renderer-konva';
import { renderPage } from '@cobble/renderer-static';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { kits, loadPage, savePage } from './storedPage.ts';

// With the canvas's measurers, the height of a text block follows its text. Errors of your listeners
// and hooks go to the log.
const environment = { ...defaultEnvironment, ...createTextMeasurers(), log: console.warn };
const editor = createEditor({ page: loadPage(), kits, environment });
editor.onChange(() => savePage(editor.stablePage));

function App() {
  const [published, setPublished] = useState<string | null>(null);
  const [refusal, setRefusal] = useState('');
  const add = (block: NewBlock<'text' | 'bell'>): void => {
    const added = editor.add(block);
    setRefusal(added.ok ? '' : added.code);
  };
  if (published !== null)
    return (
      <>
        <header>
          <button onClick={() => setPublished(null)}>Edit</button>
        </header>
        <iframe title="The published page" sandbox="allow-same-origin" srcDoc={published} />
      </>
    );
  return (
    <>
      <header>
        <button onClick={() => add({ type: 'text' })}>Add text</button>
        <button onClick={() => add({ type: 'bell', content: { rings: 3 } })}>Add a bell</button>
        <button onClick={() => editor.undo()}>Undo</button>
        <button onClick={() => setPublished(renderPage(editor.stablePage, { kits }).html)}>
          Preview
        </button>
        <output>{refusal}</output>
      </header>
      <CobbleCanvas editor={editor} />
    </>
  );
}

createRoot(document.getElementById('app') ?? document.body).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
