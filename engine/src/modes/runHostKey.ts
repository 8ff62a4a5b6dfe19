import type { KeyInput } from '../editor/InputEvent.ts';
import { keyNames } from './keyNames.ts';
import type { ModeContext } from './ModeContext.ts';

/** Runs the host's command for a key; false if there is none or it leaves the key to the editor. */
export function runHostKey({ host, keys }: ModeContext, key: KeyInput): boolean {
  return keys.run(keyNames(key), (command) => host.events.guard('bindKeys', command));
}
