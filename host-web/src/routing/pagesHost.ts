/**
 * The host of published sites, `{site}.{host}`, with its port. The server writes it into
 * index.html; it can differ from the app's host.
 */
export function pagesHost(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="cobble-pages-host"]');
  return meta?.content || location.host;
}
