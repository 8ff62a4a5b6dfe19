// The fonts that the canvas loads, as in the other example.
export { default } from '../embed-canvas/vite.config.mjs';
