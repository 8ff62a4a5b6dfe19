/** The product's mark, for sites that have none of their own. */
export const FAVICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g stroke="#1E1A16" stroke-width="2" stroke-linejoin="round"><path d="M2 22c0-5 3-7 7.5-7s7 2 7 6.5-3 6.5-7.5 6.5S2 26 2 22Z" fill="#2B4EFF"/><path d="M17.5 22c0-4 2.5-6 6.5-6s6 2 6 6-2.5 6-6.5 6-6-2-6-6Z" fill="#FFB52E"/><path d="M9.5 9c0-4 2.5-6 7-6s6.5 2 6.5 5.5-2.5 6-7 6-6.5-2-6.5-5.5Z" fill="#fff"/></g></svg>';
