const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Where the current shape keeps fields that all types share; each is read by its own reader. */
const ENVELOPE_FIELDS = set('uuid type parentUuid position properties styles content');

/** Position fields that may be directly on a block. */
const POSITION_FIELDS = set('x y width height rotationDeg zIndex pin');

/** Fields of `properties` and `styles` that may be directly on a block. */
const PROPERTY_FIELDS = set(
  'htmlId hyperlink hyperlinkTarget hideOn effects displayTimestamp pointerEvents',
);
const STYLE_FIELDS = set(
  'background opacity padding borderRadius blur border boxShadow dropShadow overflow lineHeight',
);

/**
 * Content fields that may be directly on a block, by their current names and by the names that live
 * collaboration once used.
 */
const CONTENT_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
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

/**
 * Where a field that is directly on a block belongs: in one of its objects; `flat` is a position
 * field without a position object; `envelope` has its own reader.
 */
export type FieldTarget = 'envelope' | 'content' | 'properties' | 'styles' | 'flat';

function placesIn(contentFields: ReadonlySet<string> | null): ReadonlyMap<string, FieldTarget> {
  const places = new Map<string, FieldTarget>();
  const add = (fields: ReadonlySet<string>, place: FieldTarget): void => {
    for (const field of fields) if (!places.has(field)) places.set(field, place);
  };
  add(ENVELOPE_FIELDS, 'envelope');
  if (contentFields) {
    add(contentFields, 'content');
    add(PROPERTY_FIELDS, 'properties');
    add(STYLE_FIELDS, 'styles');
  }
  add(POSITION_FIELDS, 'flat');
  return places;
}

const PLACES: ReadonlyMap<string, ReadonlyMap<string, FieldTarget>> = new Map(
  Array.from(CONTENT_FIELDS, ([type, fields]) => [type, placesIn(fields)]),
);
const PLACES_OF_UNKNOWN = placesIn(null);

/**
 * Where fields that are directly on a block belong, as one table per type, so that each field is
 * looked up once. Other fields stay on the block. Of unknown types only the position is read.
 */
export function placesOf(type: string): ReadonlyMap<string, FieldTarget> {
  return PLACES.get(type) ?? PLACES_OF_UNKNOWN;
}
