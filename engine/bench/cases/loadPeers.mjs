import { installDom } from './tldrawEditor.mjs';

/**
 * Imports the peers.
 *
 * @param {Readonly<Record<string, string>>} addresses the modules' URLs by peer; empty unless all
 *   peers are installed
 */
export async function loadPeers(addresses) {
  const loaded = {};
  for (const [name, address] of Object.entries(addresses)) {
    if (name === 'tldrawEditor') installDom(loaded.jsdom);
    loaded[name] = await import(address);
  }
  return loaded;
}
