const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Fields that all types share. Each has its own reader. */
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
 * Content fields that may be directly on a block, by their current names and by their former names
 * in live collaboration.
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
 * The object to which a field that is directly on a block belongs. `flat` is a position field on a
 * block without a position object; fields with `envelope` have their own reader.
 */
export type FieldTarget = 'envelope' | 'content' | 'properties' | 'styles' | 'flat';

function targetsOf(contentFields: ReadonlySet<string> | null): ReadonlyMap<string, FieldTarget> {
  const targets = new Map<string, FieldTarget>();
  const add = (fields: ReadonlySet<string>, target: FieldTarget): void => {
    for (const field of fields) if (!targets.has(field)) targets.set(field, target);
  };
  add(ENVELOPE_FIELDS, 'envelope');
  if (contentFields) {
    add(contentFields, 'content');
    add(PROPERTY_FIELDS, 'properties');
    add(STYLE_FIELDS, 'styles');
  }
  add(POSITION_FIELDS, 'flat');
  return targets;
}

const TARGETS: ReadonlyMap<string, ReadonlyMap<string, FieldTarget>> = new Map(
  Array.from(CONTENT_FIELDS, ([type, fields]) => [type, targetsOf(fields)]),
);
const TARGETS_OF_UNKNOWN = targetsOf(null);

/**
 * Returns the targets of the fields that may be directly on a block of a type. Other fields stay on
 * the block; for unknown types, so do fields of content, properties and styles.
 */
export function fieldTargetsOf(type: string): ReadonlyMap<string, FieldTarget> {
  return TARGETS.get(type) ?? TARGETS_OF_UNKNOWN;
}
