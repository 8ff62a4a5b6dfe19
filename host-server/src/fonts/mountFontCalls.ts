import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import type { FontLibrary } from './FontLibrary.ts';

/** Mounts the calls for fonts. */
export function mountFontCalls(mount: Mount, fonts: FontLibrary): void {
  mount(calls.listFonts, {
    access: 'anyone',
    turns: 'none',
    handle: () => Promise.resolve({ families: [...fonts.families()] }),
  });
}
