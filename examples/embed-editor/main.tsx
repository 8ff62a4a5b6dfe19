// A complete page editor in another React application: the page, four services and a theme.
import { createEditor, createPage, defaultEnvironment, type Page } from '@cobble/engine';
import { createFontLookup } from '@cobble/engine/fonts';
import { migratePage } from '@cobble/engine/migrations';
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
// Errors of your listeners and hooks go to the log.
const environment = { ...defaultEnvironment, ...createTextMeasurers(), log: console.warn };

/** Replace `localStorage` with your server, which checks what it receives with `parsePage`. */
function loadPage(): Page {
  const stored = localStorage.getItem(KEY);
  // Checks the page, and migrates it if it was stored by an older version.
  if (stored !== null) return migratePage(JSON.parse(stored)).page;
  // Another ID for each page: unpublished changes are stored under it.
  return createPage({ ID: 1, slug: 'menu', site: { ID: 1, slug: 'bakery' } });
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
  // The families that vite.config.mjs serves.
  fonts: { lookUp: createFontLookup((family) => ['Inter', 'Lato'].includes(family)) },
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
