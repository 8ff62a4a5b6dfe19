import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { serviceWorker } from './src/offline/bundling/writeServiceWorker.ts';

/**
 * Builds the product from the packages' sources into `dist`, which host-server serves. Files have
 * their hash in their names, and none is inlined into the document: the CSP allows no inline
 * script.
 */
export default defineConfig({
  plugins: [react(), serviceWorker()],
  resolve: { conditions: ['@cobble/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
});
