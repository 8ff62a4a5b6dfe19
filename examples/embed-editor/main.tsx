// A complete page editor in another React application: the page, three services and a theme.
import { createEditor, createPage, defaultEnvironment, type Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import {
  CobbleEditor,
  createTextMeasurers,
  type EditorServices,
} from '@cobble/renderer-konva/editor';
import { renderPage } from '@cobble/renderer-static';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@cobble/renderer-konva/editor.css';

const KEY = 'embed-editor';
const environment = { ...defaultEnvironment, ...createTextMeasurers() };

/** Replace `localStorage` with your server, which checks what it receives with `parsePage`. */
function loadPage(): Page {
  const stored = localStorage.getItem(KEY);
  if (stored !== null) return parsePage(JSON.parse(stored));
  return createPage({ slug: 'menu', site: { ID: 1, slug: 'bakery' } });
}

const services: EditorServices = {
  publishing: {
    publicUrl: ({ site, slug }) => `https://${site.slug}.example/${slug}`,
    publish: (page, baseRevision) => {
      const stored = { revision: baseRevision + 1, updatedAt: new Date().toISOString() };
      localStorage.setItem(KEY, JSON.stringify({ ...page, ...stored }));
      return Promise.resolve(stored);
    },
    loadLatest: () => Promise.resolve({ page: loadPage(), hasPublishableChanges: false }),
  },
  preview: (page, _, show) => {
    // The page runs no scripts here; sharing the origin lets it load the fonts.
    show({ html: renderPage(page).html, sandbox: 'allow-same-origin allow-popups' });
    return () => undefined;
  },
  storage: localStorage,
};

const editor = createEditor({ page: loadPage(), environment });

createRoot(document.getElementById('app') ?? document.body).render(
  <StrictMode>
    <header>The Bakery</header>
    <section>
      <CobbleEditor
        editor={editor}
        services={services}
        messages={{ pageBar: { publish: 'Put in the window' } }}
      />
    </section>
  </StrictMode>,
);
