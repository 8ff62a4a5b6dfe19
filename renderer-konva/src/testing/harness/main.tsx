import { compareText } from './compareText.ts';

const harness = { compareText };

declare global {
  interface Window {
    harness: typeof harness;
  }
}

window.harness = harness;
