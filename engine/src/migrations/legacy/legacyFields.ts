const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Where today's blocks have what is no particular type's; these are read one by one. */
export const ENVELOPE_FIELDS = set('uuid type parentUuid position properties styles content');

/** Fields of a position that may lie directly on a block without one. */
export const POSITION_FIELDS = set('x y width height rotationDeg zIndex pin');

/** Fields of `properties` and `styles` that may lie directly on a block (editing-canvas.md section 3). */
export const PROPERTY_FIELDS = set(
  'htmlId hyperlink hyperlinkTarget hideOn effects displayTimestamp pointerEvents',
);
export const STYLE_FIELDS = set(
  'background opacity padding borderRadius blur border boxShadow dropShadow overflow lineHeight',
);

/**
 * Fields of a type's content that may lie directly on the block, by the names that section 3 of
 * editing-canvas.md has, those of the collaboration's chrome too.
 */
export const CONTENT_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    audio: 'url URL title',
    bandcamp: 'bandcamp',
    button: 'buttonType color font text',
    channel: 'channelFilters',
    'code-embed': 'ceCode',
    codepen: 'codePenUsername codePenID',
    drawing: 'drawingPaths drawingWidth drawingHeight',
    gif: 'images',
    'google-forms': 'googleFormsURL',
    group: 'groupDisplay groupOrder',
    gumroad: 'gumroad',
    image: 'url URL',
    'rich-button': 'richButtonColor richButtonText richButtonIcon richButtonTextHidden',
    shape: 'shapeType shapeColor shapePath',
    shopify: 'url URL',
    soundcloud: 'soundcloudURL',
    spotify: 'spotifyURL',
    'sticky-note': 'stickyNoteColor stickyNoteTitle stickyNoteImageUrl stickyNoteText',
    substack: 'substackUsername',
    text: 'text font fontSize color textAlign isBold isItalic useAutosize size align bold italic underline strikethrough',
    tiktok: 'username videoId',
    twitch: 'twitchURL',
    twitter: 'twitterContentType twitterUsername twitterTweetID',
    typeform: 'typeformURL',
    vimeo: 'vimeo',
    youtube: 'youtubeID',
  }).map(([type, fields]) => [type, set(fields)]),
);
