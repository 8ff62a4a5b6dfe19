import { expect } from 'chai';
import type { LocalStorage } from './LocalValue.ts';
import { OverlayStore } from './OverlayStore.ts';

function createSessionStorage(): LocalStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

describe('OverlayStore', () => {
  it('restores a sent link after a reload [AU4]', () => {
    const session = createSessionStorage();
    new OverlayStore(session).setSentLink('mira@example.org', 'sign-up');
    const reloaded = new OverlayStore(session);
    expect([reloaded.auth, reloaded.sentTo]).to.deep.equal(['sign-up', 'mira@example.org']);
    reloaded.closeAuth();
    expect(new OverlayStore(session).auth).to.equal(null);
  });

  it('returns to the page where the user logged in again, if the link is opened in the same tab [PB17]', () => {
    const session = createSessionStorage();
    const overlays = new OverlayStore(session);
    overlays.openSignIn('/mira/cups');
    overlays.openSignIn();
    overlays.setSentLink('mira@example.org', 'login');
    expect(new OverlayStore(session).returnTo).to.equal('/mira/cups');
    overlays.closeAuth();
    overlays.openSignIn();
    expect([overlays.returnTo, new OverlayStore(session).returnTo]).to.eql([null, null]);
  });

  it('drops a link that has expired [AU4]', () => {
    const session = createSessionStorage();
    new OverlayStore(session).setSentLink('mira@example.org', 'login');
    for (const [key, value] of session.items)
      session.items.set(
        key,
        value.replace(/"sentAtMs":\d+/, `"sentAtMs":${String(Date.now() - 600_001)}`),
      );
    expect(new OverlayStore(session).sentTo).to.equal(null);
  });
});
