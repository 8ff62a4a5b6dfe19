import { expect } from 'chai';
import * as collaboration from './collaboration/index.ts';
import * as colors from './model/colors.ts';
import * as drawing from './drawing/index.ts';
import * as fonts from './fonts/index.ts';
import * as memoize from './model/memoize.ts';
import * as migrations from './migrations/index.ts';
import * as parsing from './parsing/index.ts';
import * as platforms from './platforms/index.ts';
import * as shapes from './shapes/shapes.ts';
import * as engine from './index.ts';

/**
 * The exported values of each entry point of the package, apart from `testing`. Adding a name is a
 * deliberate decision; removing one requires a major version.
 */
const EXPORTS: Readonly<Record<string, readonly [module: object, names: readonly string[]]>> = {
  '@cobble/engine': [
    engine,
    [
      'ALL_PERMISSIONS',
      'BULLET_MARKER',
      'CARD_COLORS',
      'CobbleError',
      'DEFAULT_BORDER',
      'DEFAULT_SHADOW',
      'EDITOR_VERSION',
      'EMBED_PLATFORMS',
      'FONT_SIZE_PRESETS',
      'GEOMETRY',
      'INDEX_SLUG',
      'LINE_HEIGHT_PRESETS',
      'LIST_INDENT_EM',
      'MAX_GROUP_DEPTH',
      'PALETTE',
      'PLANS',
      'RICH_BUTTON_SIZES',
      'ROLES',
      'SAMPLE_PERMISSIONS',
      'STARTER_TIP_IMAGES',
      'STICKY_NOTE_SHADE',
      'TEXT_DEFAULTS',
      'VIEW_ONLY',
      'allowsFeature',
      'applyChange',
      'asBuiltin',
      'blockLinkConflict',
      'boundsOfRotated',
      'brandIconColor',
      'builtinBlocks',
      'callKit',
      'checkHyperlink',
      'checkPageSlug',
      'checkPlan',
      'checkSmartEmbed',
      'cleanHtmlId',
      'cornerRadiusPx',
      'createBlankPage',
      'createEditor',
      'createPage',
      'createSnapTargets',
      'createStarterPage',
      'cutText',
      'dateIn',
      'deepFreeze',
      'defaultEnvironment',
      'defineBlock',
      'defineKit',
      'detectEmbed',
      'didYouMean',
      'editedBlockOf',
      'equalJson',
      'escapeLink',
      'findDefinition',
      'flowBoxOf',
      'flowOfBoxes',
      'fontSizeInput',
      'gifStillUrl',
      'gifVariantFor',
      'headingSizeOf',
      'inputError',
      'inputEventSchema',
      'invertChange',
      'isAllowedMetaName',
      'isAssetUrl',
      'isRtlLanguage',
      'isSection',
      'isTemporaryUrl',
      'layoutEmbedCard',
      'locksOf',
      'makeAutosaveEnvelope',
      'maxBlocksOf',
      'maxInsetPx',
      'migrateKitBlock',
      'minHeightPxOf',
      'minimumHeightPx',
      'numberInput',
      'ok',
      'opacityFromPercent',
      'pageSizesOf',
      'parseAutosaveEnvelope',
      'parseUrl',
      'permissionsOf',
      'plainFromRichText',
      'planOf',
      'postsOfChannel',
      'quarterPx',
      'readKits',
      'readingOrderIds',
      'readingOrderOf',
      'refuse',
      'richTextCss',
      'richTextFromPlain',
      'richTextSchema',
      'rotationOf',
      'routePaste',
      'sectionHtmlIds',
      'shouldRestore',
      'slugOfPath',
      'snapTranslation',
      'squashChanges',
      'stickyNoteMarginPx',
      'textStyleCss',
      'textStyleOf',
      'uploadedImageSize',
    ],
  ],
  '@cobble/engine/collaboration': [
    collaboration,
    [
      'PROTOCOL',
      'ROOM_CLIENT_ID',
      'ROOM_LIMITS',
      'ROOM_TIMES',
      'clientMessageSchema',
      'createMemoryLog',
      'createMemoryStorage',
      'createRoom',
      'createRoomClient',
      'draftRequestSchema',
      'draftResponseSchema',
      'replayPatches',
      'roomMessageSchema',
      'streamEntrySchema',
      'textInParts',
    ],
  ],
  '@cobble/engine/colors': [
    colors,
    [
      'colorFormOf',
      'contrastRatio',
      'formatColor',
      'isColor',
      'normalizeColor',
      'parseColor',
      'readableTextColor',
    ],
  ],
  '@cobble/engine/drawing': [
    drawing,
    [
      'DRAWING_COLORS',
      'DRAWING_TOOLS',
      'STROKE_WIDTHS_PX',
      'decodeDrawing',
      'drawingOf',
      'drawingPathData',
      'encodeDrawing',
      'inkPaths',
      'safeDecodeDrawing',
    ],
  ],
  '@cobble/engine/fonts': [
    fonts,
    [
      'BUNDLED_FONTS',
      'DEFAULT_FONT',
      'FONTS',
      'bundledFontFiles',
      'createFontLookup',
      'findFont',
      'fontFaceCss',
      'fontFaces',
      'fontFamilyCss',
      'fontVariantFor',
      'fontsIn',
      'isPremiumFont',
      'subsetsOf',
      'withRecentFont',
    ],
  ],
  '@cobble/engine/memoize': [memoize, ['memoize', 'memoizeByObject']],
  '@cobble/engine/migrations': [migrations, ['migratePage']],
  '@cobble/engine/parsing': [parsing, ['JsonCounter', 'countJson', 'parsePage', 'safeParsePage']],
  '@cobble/engine/platforms': [platforms, ['ICONS', 'LINK_PLATFORMS', 'detectLink', 'iconPath']],
  '@cobble/engine/shapes': [shapes, ['SHAPES']],
};

describe('the entry points of the engine', () => {
  for (const [entry, [module, names]] of Object.entries(EXPORTS))
    it(`${entry} exports exactly its public values`, () => {
      expect(Object.keys(module).sort()).to.eql(names);
    });

  it('work in Node without a DOM', () => {
    expect('document' in globalThis).to.equal(false);
    const editor = engine.createEditor({ page: engine.createPage() });
    expect(editor.add({ type: 'text' }).ok).to.equal(true);
    parsing.parsePage(JSON.parse(JSON.stringify(editor.page)));
  });
});
