/**
 * The host under which published pages stand as `{site}.{host}`, port included. The server tells it
 * in index.html; it is not always the app's own.
 */
export function pagesHost(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="cobble-pages-host"]');
  return told?.content || location.host;
}
