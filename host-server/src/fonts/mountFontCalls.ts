import type { Mount } from '../app/mountCall.ts';
import type { Services } from '../app/Services.ts';
import { calls } from '../contract/index.ts';

/** Serves the list of fonts. */
export function mountFontCalls(mount: Mount, { fonts }: Services): void {
  mount(calls.listFonts, {
    access: 'anyone',
    handle: () => Promise.resolve({ families: [...fonts.families()] }),
  });
}
