import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { folderLayers } from './scripts/lib/folderLayers.mjs';
import { noImportCycle } from './scripts/lib/noImportCycle.mjs';
import { noInterfaceText } from './scripts/lib/noInterfaceText.mjs';
import { reasonedDisable } from './scripts/lib/reasonedDisable.mjs';

const tests = [
  '**/*.test.{ts,tsx,mjs}',
  '**/src/testing/**',
  'engine/src/collaboration/testing/**',
  'host-server/src/*/testing/**',
  'host-web/src/e2e/**',
  '**/*.bench.{ts,mjs}',
];
const packages = ['engine', 'renderer-konva', 'renderer-static', 'host-server', 'host-web'];

/** A package, by the names under which other packages may import it. */
const toPackage = (name, ...sources) => ({
  to: { element: { type: name } },
  dependency: { source: sources.length > 0 ? sources : `@cobble/${name}` },
});
/** The entries of the engine that can be imported without the rest. */
const engineParts = [
  ...['collaboration', 'colors', 'drawing', 'fonts', 'memoize', 'migrations', 'parsing'],
  ...['platforms', 'shapes'],
];
const engine = toPackage(
  'engine',
  '@cobble/engine',
  ...engineParts.map((part) => `@cobble/engine/${part}`),
);
const paint = toPackage('renderer-konva', '@cobble/renderer-konva/paint');
const konva = ['', '/editor', '/editor/ui', '/editor.css'].map(
  (entry) => `@cobble/renderer-konva${entry}`,
);
const contract = toPackage('host-server', '@cobble/host-server/contract');

/** The packages that each package may import, type imports included (docs/ARCHITECTURE.md). */
const directions = {
  engine: [],
  'renderer-konva': [engine],
  'renderer-static': [engine],
  'host-server': [engine, toPackage('renderer-static'), paint],
  'host-web': [
    engine,
    toPackage('renderer-konva', ...konva),
    toPackage('renderer-static'),
    contract,
  ],
};

/**
 * The folders of each package in layers, from the bottom up. A folder may import folders of lower
 * layers only, type imports included; `cobble/folder-layers` checks it.
 */
const layers = {
  engine: [
    ...['constants', 'links', 'platforms', 'model', 'geometry', 'snapping', 'drawing', 'fonts'],
    ...['shapes', 'text', 'blocks', 'layout', 'parsing', 'validation', 'permissions'],
    ...['migrations', 'pages', 'clipboard', 'editor', 'modes', 'autosave', 'collaboration'],
    'testing',
  ].map((folder) => [folder]),
  'renderer-konva': [
    ['messages'],
    ['text'],
    ['paint'],
    ['blocks', 'images', 'view'],
    ['page-image', 'painting'],
    ['resources', 'chrome', 'accessibility'],
    ['input', 'paste'],
    ['text-editing'],
    ['presence'],
    ['canvas'],
    ['editor'],
  ],
  'renderer-static': [
    ['messages'],
    ['html', 'page'],
    ['css'],
    ['fonts', 'images'],
    ['blocks'],
    ['layout'],
    ['document'],
    ['archive'],
    ['cli'],
  ],
  'host-server': [
    ['contract', 'configuration'],
    ['shared'],
    ['database', 'accounts'],
    ['http'],
    ['cdn', 'dns', 'fonts', 'mail', 'media-store', 'metrics'],
    ['images', 'pages', 'posts', 'sites'],
    ['sandbox'],
    ['embed-thumbnails', 'page-access', 'rooms', 'sign-in'],
    ['code-embeds'],
    ['page-workers'],
    ['publishing'],
    ['archives', 'domains', 'preview-images', 'site-settings'],
    ['cleanup'],
    ['app'],
    ['start'],
  ],
  'host-web': [
    ['api', 'device', 'offline', 'routing'],
    ['messages'],
    ['shared', 'stores'],
    ['screens'],
    ['editor'],
    ['sandbox'],
    ['app'],
  ],
};

const deepImport = {
  regex: `^@cobble/(host-web|(?!engine/(?:testing|conformance|${engineParts.join('|')})$|host-server/contract$|renderer-konva/(?:paint|editor|editor/ui|editor\\.css)$)[^/]+/.)`,
  message: 'Import a package by its name, not by a path inside it.',
};
const knexValue = {
  name: 'knex',
  allowTypeImports: true,
  message: 'Only repositories may use the database; type imports are fine.',
};
const nodeModule = {
  regex: '^node:',
  message: 'This package also runs in browsers.',
};
const command = {
  regex: '/cli/',
  message: 'The command `cobble` runs in Node only; code for browsers may not import it.',
};
const restrictImports = (paths, patterns) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    { paths, patterns: [deepImport, ...patterns] },
  ],
});

const brokenProperties = [
  {
    object: 'URL',
    property: 'canParse',
    message: 'Fails on accents once Node 20 has compiled it; use parseUrl of the engine.',
  },
];

const noOutsideWorld =
  'This package may not use the DOM, clock, randomness or network: take them as arguments.';
const outsideGlobals = [
  ...['document', 'window', 'navigator', 'location', 'localStorage', 'sessionStorage', 'self'],
  ...['HTMLElement', 'Element', 'Node', 'DOMParser', 'Image', 'XMLHttpRequest', 'WebSocket'],
  ...['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame', 'performance'],
  ...['process', 'Buffer', 'globalThis', 'global'],
].map((name) => ({ name, message: noOutsideWorld }));

export default defineConfig(
  {
    ignores: [
      '**/dist/**',
      '**/dist-types/**',
      '**/node_modules/**',
      '.cobble/**',
      'coverage/**',
      '**/golden/**',
      'docs/**',
    ],
  },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: {
      cobble: {
        rules: {
          'folder-layers': folderLayers,
          'no-import-cycle': noImportCycle,
          'no-interface-text': noInterfaceText,
          'reasoned-disable': reasonedDisable,
        },
      },
    },
    rules: {
      'cobble/reasoned-disable': 'error',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'no-restricted-properties': ['error', ...brokenProperties],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': false },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      ...restrictImports([], []),
    },
  },
  {
    // Configuration of Vite and other tools is outside the packages' sources.
    files: ['*/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    files: packages.map((name) => `${name}/src/**/*.{ts,tsx}`),
    plugins: { boundaries },
    settings: {
      'boundaries/elements': packages.map((name) => ({
        type: name,
        pattern: `${name}/src`,
        partialMatch: false,
      })),
      'boundaries/files': [{ category: 'test', pattern: tests }],
      'boundaries/root-path': import.meta.dirname,
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import', 'require'],
      'import/resolver': {
        [fileURLToPath(new URL('./scripts/lib/importResolver.cjs', import.meta.url))]: {},
      },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          checkInternals: true,
          message:
            '{{from.element.types}} may not import {{dependency.source}} (docs/ARCHITECTURE.md: imports run one way).',
          policies: [
            ...packages.map((name) => ({
              from: { element: { type: name } },
              allow: [{ to: { element: { type: name } } }, ...directions[name]],
            })),
            {
              from: { element: { type: 'host-web' }, file: { categories: 'test' } },
              allow: toPackage('host-server'),
            },
            {
              // Tests compare the canvas with the published page.
              from: { element: { type: 'renderer-konva' }, file: { categories: 'test' } },
              allow: toPackage('renderer-static'),
            },
            {
              from: { file: { categories: 'test' } },
              allow: toPackage('engine', '@cobble/engine/testing', '@cobble/engine/conformance'),
            },
          ],
        },
      ],
    },
  },
  {
    files: packages.map((name) => `${name}/src/**/*.{ts,tsx}`),
    ignores: tests,
    rules: { 'cobble/no-import-cycle': 'error' },
  },
  ...Object.entries(layers).map(([name, order]) => ({
    files: [`${name}/src/**/*.{ts,tsx}`],
    ignores: tests,
    rules: { 'cobble/folder-layers': ['error', { root: `${name}/src`, layers: order }] },
  })),
  {
    files: ['host-server/src/**/*.ts'],
    ignores: [
      ...['**/repositories/**', 'host-server/src/database/**', 'host-server/src/main.ts'],
      ...['host-server/src/start/startServer.ts', ...tests],
    ],
    rules: restrictImports([knexValue], []),
  },
  {
    files: ['engine/src/**/*.ts', 'renderer-static/src/**/*.ts'],
    // The default environment uses the clock and randomness; the command uses Node.
    ignores: ['engine/src/model/Environment.ts', 'renderer-static/src/cli/**', ...tests],
    rules: {
      ...restrictImports([], [nodeModule, command]),
      'no-restricted-globals': ['error', ...outsideGlobals],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: noOutsideWorld },
        { object: 'Math', property: 'random', message: noOutsideWorld },
        ...brokenProperties,
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: noOutsideWorld,
        },
      ],
    },
  },
  {
    files: [
      'renderer-konva/src/editor/**/*.tsx',
      'host-web/src/**/*.tsx',
      'host-server/src/**/*.tsx',
    ],
    rules: { 'cobble/no-interface-text': 'error' },
  },
  {
    files: ['renderer-konva/src/**/*.{ts,tsx}', 'host-web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: tests,
    rules: {
      // chai's assertions are expressions.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    files: [
      ...['scripts/**/*.mjs', 'examples/**/*.{js,mjs,ts,tsx}', '*.js', 'host-server/src/main.ts'],
      '{engine,host-server,renderer-konva,renderer-static}/{bench,tools}/**/*.mjs',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...[
            'console',
            'process',
            'require',
            'exports',
            '__dirname',
            'URL',
            'setTimeout',
            'setInterval',
            'clearInterval',
            'fetch',
          ],
          ...['clearTimeout', 'Buffer', 'structuredClone', 'AbortController', 'TextEncoder'],
          ...['describe', 'it', 'before', 'after', 'beforeEach', 'afterEach', 'performance'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
