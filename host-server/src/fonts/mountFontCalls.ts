import type { Mount } from '../app/mountCall.ts';
import type { Services } from '../app/Services.ts';
import { calls } from '../contract/index.ts';

/** Serves the list of fonts (editing-canvas.md section 3). */
export function mountFontCalls(mount: Mount, { fonts }: Services): void {
  mount(calls.listFonts, {
    access: 'anyone',
    handle: () => Promise.resolve({ families: [...fonts.families()] }),
  });
}
