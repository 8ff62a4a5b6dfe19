/**
 * All texts that the renderer writes into published pages. `RenderOptions.messages` replaces them.
 * `{{name}}` is replaced by a value.
 *
 * Two kinds of text come from the definition of a block, in English, and can be replaced by type:
 * the link on an embed card (`embedAction.youtube`: 'Watch on YouTube') and the name of a block
 * without alternative text (`altText.youtube`: 'YouTube video').
 */
export const en = {
  /** The language of these messages as a BCP 47 tag. */
  lang: 'en',
  skipToContent: 'Skip to content',
  /** Title of a page that has no title, site or slug. */
  untitled: 'Untitled',
  attribution: 'Made on Cobble',
  /** Title of a feed whose site has no name. */
  feed: 'Posts',
  noPosts: 'No posts yet',
  safeMode: 'Disabled in Safe Mode',
  /** Buttons that replace an embed card with the site's player. A visually hidden title follows. */
  play: 'Play',
  show: 'Show',
  embedName: '{{title}} from {{platform}}',
  pauseImage: 'Pause',
  playImage: 'Play',
  visitCounting: 'Counting visits',
  visitCountingText: 'This page counts visits with Google Analytics, without cookies.',
  visitCountingRefuse: "Don't count me",
  visitCountingAccept: 'OK',
  /** The 404 page of an exported site. */
  notFound: 'There is no page here',
  notFoundText: 'It may have been moved or unpublished, or the address may contain a typo.',
  notFoundHome: 'Go to the home page of this site',
} as const;
