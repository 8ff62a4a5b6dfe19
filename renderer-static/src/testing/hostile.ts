import fc from 'fast-check';

/** What each hostile string runs if it escapes; the test checks for it. */
const RUN = 'window.pwned=1';
/** A host that no test page has a reason to contact. */
export const EVIL_HOST = 'evil.test';
const EVIL = `https://${EVIL_HOST}/leak`;

/** Strings that escape from carelessly written text, attributes, rules, URLs or path data. */
export const HOSTILE_STRINGS: readonly string[] = [
  `<script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</title></head><img src=x onerror="${RUN}">`,
  `"><svg onload="${RUN}"><img src="${EVIL}">`,
  `' onmouseover='${RUN}' x='`,
  `--><iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `</textarea></noscript><svg><style><img src=x onerror=${RUN}></style>`,
  `javascript:${RUN}`,
  `java\tscript:${RUN}`,
  ` javascript:${RUN}`,
  `JAVASCRIPT&colon;${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  'vbscript:msgbox(1)',
  `//${EVIL_HOST}/leak`,
  `/\\${EVIL_HOST}/leak`,
  `https://user:pass@${EVIL_HOST}/"><script>${RUN}</script>`,
  `red;background:url(${EVIL})`,
  `red}body{background:url("${EVIL}")}`,
  `url("${EVIL}")`,
  `image-set("${EVIL}" 1x)`,
  `/assets/a.png"),url("${EVIL}`,
  `/assets/../../leak`,
  `Arial";}@import "${EVIL}";{`,
  `Lato\\22;background:url(${EVIL})`,
  `M0 0"/><script>${RUN}</script>`,
  `M0 0/**/`,
  `x" style="background:url(${EVIL})`,
  `en"><base href="https://${EVIL_HOST}/">`,
  '1px solid red;position:fixed',
  'expression(alert(1))',
  '\u0000\u0008\u2028\ud800</p>',
  '<!--<script>',
  '{{constructor.constructor("alert(1)")()}}',
  '__proto__',
  'constructor',
];

/** Fields that turn a block into a placeholder if any of them is invalid. */
const EMBED_KEYS = [
  ...[
    'youtubeID',
    'id',
    'spotifyURL',
    'soundcloudURL',
    'twitchURL',
    'codePenUsername',
    'codePenID',
  ],
  ...['twitterContentType', 'twitterUsername', 'twitterTweetID', 'googleFormsURL', 'typeformURL'],
  ...['substackUsername', 'username', 'videoId', 'drawingPaths', 'drawingWidth', 'drawingHeight'],
];

/** Any value in place of a page's field. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...HOSTILE_STRINGS) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -1e99, 1e99, -1, 0) },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, true, [], {}, [[]]) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

/** Copies of a JSON value with some hostile leaves and keys; most types and parents stay. */
export function hostileCopies<Value>(value: Value, chance = 0.35): fc.Arbitrary<Value> {
  return copy(value, chance, '') as fc.Arbitrary<Value>;
}

function copy(value: unknown, chance: number, key: string): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return fc.tuple(...value.map((each) => copy(each, chance, '')));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return fc
      .tuple(
        fc.tuple(...entries.map(([name, each]) => copy(each, chance, name))),
        fc.option(fc.constantFrom(...HOSTILE_STRINGS), { freq: 12 }),
      )
      .map(([values, extra]) => {
        const copied: [string, unknown][] = entries.map(([name], index) => [name, values[index]]);
        // An own key, as JSON.parse creates it, even for __proto__.
        if (extra !== null) copied.push([extra, value]);
        return Object.fromEntries(copied);
      });
  }
  // The fields that choose the view mostly stay, so that every view is reached.
  const isStructure = ['type', 'parentUuid', 'shapeType', 'icon', ...EMBED_KEYS].includes(key);
  const rate = isStructure ? 0.03 : chance;
  return fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), hostileValue)
    .map(([dice, bad]) => (dice < rate ? bad : value));
}
