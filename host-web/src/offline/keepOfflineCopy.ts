const WORKER_URL = '/sw.js';

/**
 * Tells the service worker which build this tab runs, so that the files that it has not loaded yet
 * are kept when a newer build is stored [OF4].
 */
export function announceBuild(): void {
  const id = readMeta('cobble-build');
  // Without a secure context there are neither workers nor locks.
  if (id === null || !('serviceWorker' in navigator) || !('locks' in navigator)) return;
  let isHeld = false;
  const hold = () => {
    if (isHeld) return;
    isHeld = true;
    // Until the tab closes.
    const never = () => new Promise<never>(() => undefined);
    navigator.locks.request(`cobble-build:${id}`, { mode: 'shared' }, never).catch(reportError);
  };
  // A tab with a lock is not kept for "Back", so visitors have none.
  if (navigator.serviceWorker.controller !== null) hold();
  else navigator.serviceWorker.addEventListener('controllerchange', hold);
}

/**
 * Has the app stored in this browser once it is idle, so that it starts without a network, or
 * updates the stored one. Does nothing if the user saves data or the server has turned it off [OF5].
 */
export function keepOfflineCopy(): void {
  if (!('serviceWorker' in navigator) || readMeta('cobble-offline') === 'off') return;
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true) return;
  whenIdle(() => {
    // It fails where storage is blocked, and without a network; the next visit tries again.
    navigator.serviceWorker.register(WORKER_URL).catch(() => undefined);
  });
}

function whenIdle(run: () => void): void {
  // Not in Safari.
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 3_000);
}

/** A value that the build or the server has written into the document. */
function readMeta(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
