import { expect } from 'chai';
import { ESLint } from 'eslint';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { rootFolder } from './lib/paths.mjs';

/** Snippets that must be reported, each with the file that it would be in. */
const violations = {
  'imports against the order of packages': {
    rule: 'boundaries/dependencies',
    snippets: [
      ['engine/src/model/x.ts', `import '@cobble/renderer-static';`],
      [
        'engine/src/model/x.ts',
        `import type { A } from '@cobble/renderer-konva'; export type B = A;`,
      ],
      ['engine/src/model/x.ts', `export * from '@cobble/host-server';`],
      ['renderer-static/src/x.ts', `import '@cobble/renderer-konva';`],
      ['renderer-static/src/x.ts', `import '@cobble/renderer-konva/paint';`],
      ['renderer-konva/src/x.tsx', `import '@cobble/renderer-static';`],
      [
        'renderer-konva/src/x.ts',
        `import type { A } from '@cobble/host-server/contract'; export type B = A;`,
      ],
      ['host-server/src/pages/x.ts', `import '@cobble/renderer-konva';`],
      ['host-server/src/pages/x.ts', `await import('@cobble/renderer-konva');`],
      ['host-web/src/x.tsx', `import '@cobble/host-server';`],
      ['host-web/src/x.tsx', `import type { A } from '@cobble/host-server'; export type B = A;`],
    ],
  },
  'relative imports into another package': {
    rule: 'boundaries/dependencies',
    snippets: [
      ['renderer-static/src/x.ts', `import '../../engine/src/index.ts';`],
      ['host-web/src/x.ts', `import '../../host-server/src/contract/index.ts';`],
      [
        'host-web/src/x.ts',
        `import type { A } from '../../engine/src/index.ts'; export type B = A;`,
      ],
    ],
  },
  'imports of folders that are not in a lower layer': {
    rule: 'cobble/folder-layers',
    snippets: [
      ['renderer-konva/src/text/x.ts', `import '../paint/paintText.ts';`],
      [
        'renderer-konva/src/input/x.ts',
        `import type { CanvasController } from '../canvas/CanvasController.ts'; export type A = CanvasController;`,
      ],
      ['host-server/src/pages/x.ts', `import '../publishing/changePages.ts';`],
      ['host-server/src/pages/x.ts', `import type { A } from '../posts/x.ts'; export type B = A;`],
      [
        'host-server/src/http/x.ts',
        `import type { A } from '../app/createApp.ts'; export type B = A;`,
      ],
      ['host-server/src/new-folder/x.ts', `export const a = 1;`],
      ['renderer-static/src/css/x.ts', `export * from '../layout/renderBlock.ts';`],
      ['host-web/src/stores/x.ts', `await import('../screens/home/HomeScreen.tsx');`],
      ['engine/src/model/x.ts', `import { text } from '../blocks/text/text.ts'; text();`],
      ['engine/src/blocks/x.ts', `export { parsePage } from '../parsing/parsePage.ts';`],
      ['engine/src/model/x.ts', `import type { A } from '../editor/Editor.ts'; export type B = A;`],
    ],
  },
  'interface text outside of the message catalogue': {
    rule: 'cobble/no-interface-text',
    snippets: [
      ['renderer-konva/src/editor/x.tsx', `export const A = () => <p>Some text</p>;`],
      ['renderer-konva/src/editor/x.tsx', `export const A = () => <p title="Some text" />;`],
    ],
  },
  'deep imports, and imports of the web app': {
    rule: '@typescript-eslint/no-restricted-imports',
    snippets: [
      ['host-server/src/pages/x.ts', `import '@cobble/host-web';`],
      ['host-web/src/x.ts', `import '@cobble/engine/src/model/index.ts';`],
      [
        'host-server/src/x.ts',
        `import type { A } from '@cobble/engine/dist/index.js'; export type B = A;`,
      ],
      ['host-web/src/x.ts', `import '@cobble/host-server/contract/account.ts';`],
    ],
  },
  'the database outside of repositories': {
    rule: '@typescript-eslint/no-restricted-imports',
    snippets: [
      ['host-server/src/pages/x.ts', `import knex from 'knex'; export { knex };`],
      ['host-server/src/app/x.ts', `import { knex } from 'knex'; export { knex };`],
    ],
  },
  'Node modules in code for browsers': {
    rule: '@typescript-eslint/no-restricted-imports',
    snippets: [
      ['engine/src/model/x.ts', `import 'node:fs';`],
      ['renderer-static/src/x.ts', `import { join } from 'node:path'; export { join };`],
      ['renderer-static/src/archive/x.ts', `import 'node:fs';`],
      ['renderer-static/src/archive/x.ts', `import '../cli/run.ts';`],
    ],
  },
  'browser globals in the engine and the static renderer': {
    rule: 'no-restricted-globals',
    snippets: [
      ['engine/src/model/x.ts', `export const a = document.title;`],
      ['engine/src/model/x.ts', `export const a = fetch('/');`],
      ['engine/src/modes/x.ts', `setTimeout(() => undefined, 1);`],
      ['renderer-static/src/x.ts', `export const a = window.innerWidth;`],
    ],
  },
  'Date.now, Math.random and URL.canParse': {
    rule: 'no-restricted-properties',
    snippets: [
      ['engine/src/model/x.ts', `export const a = Date.now();`],
      ['renderer-static/src/x.ts', `export const a = Math.random();`],
      ['engine/src/links/x.ts', `export const a = URL.canParse('a');`],
      ['host-server/src/x.ts', `export const a = URL.canParse('a');`],
    ],
  },
  'the current time by new Date()': {
    rule: 'no-restricted-syntax',
    snippets: [['engine/src/model/x.ts', `export const a = new Date();`]],
  },
  'console in packages': {
    rule: 'no-console',
    snippets: [
      ['host-server/src/pages/x.ts', `console.log('hi');`],
      ['host-web/src/x.tsx', `console.error('hi');`],
    ],
  },
  'conditional React hooks': {
    rule: 'react-hooks/rules-of-hooks',
    snippets: [
      [
        'host-web/src/x.tsx',
        `import { useState } from 'react';
         export function X({ a }: { a: boolean }) { if (a) useState(0); return null; }`,
      ],
    ],
  },
  any: {
    rule: '@typescript-eslint/no-explicit-any',
    snippets: [['host-web/src/x.ts', `export const a = (b: any): unknown => b;`]],
  },
  'silenced types': {
    rule: '@typescript-eslint/ban-ts-comment',
    snippets: [
      [
        'host-web/src/x.ts',
        `// @ts-expect-error because I say so, at length\nexport const a: number = '';`,
      ],
    ],
  },
  'value imports of types': {
    rule: '@typescript-eslint/consistent-type-imports',
    snippets: [
      ['host-web/src/x.ts', `import { Page } from '@cobble/engine'; export type A = Page;`],
    ],
  },
  'import cycles': {
    rule: 'cobble/no-import-cycle',
    snippets: [
      [
        'host-server/src/pages/pagePolicy.ts',
        `import type { A } from './createPage.ts'; export type B = A;`,
      ],
      ['host-server/src/publishing/changePages.ts', `export * from './publishPage.ts';`],
    ],
  },
  'disabled rules without a reason': {
    rule: 'cobble/reasoned-disable',
    snippets: [['host-web/src/x.ts', `// eslint-disable-next-line no-console\nconsole.log(1);`]],
  },
};

const allowed = [
  ['renderer-konva/src/x.ts', `import '@cobble/engine'; import '@cobble/engine/colors';`],
  ['renderer-static/src/x.ts', `import type { A } from '@cobble/engine'; export type B = A;`],
  ['host-server/src/x.ts', `import '@cobble/engine'; import '@cobble/renderer-static';`],
  ['host-server/src/x.ts', `import '@cobble/renderer-konva/paint';`],
  ['host-server/src/x.ts', `import type { Knex } from 'knex'; export type A = Knex;`],
  ['host-server/src/publishing/x.ts', `import '../pages/createPage.ts';`],
  ['host-server/src/pages/x.test.ts', `import '../app/createApp.ts';`],
  ['host-server/src/pages/repositories/x.ts', `import knex from 'knex'; export { knex };`],
  ['host-web/src/x.tsx', `import '@cobble/renderer-konva'; import '@cobble/host-server/contract';`],
  ['host-web/src/x.test.ts', `import '@cobble/host-server';`],
  ['engine/src/model/Environment.ts', `export const now = (): number => Date.now();`],
  ['renderer-static/src/cli/x.ts', `import 'node:fs'; export const a = process.argv;`],
  ['engine/src/model/x.test.ts', `import 'node:fs'; export const a = Math.random();`],
  ['engine/src/model/x.ts', `export const a = (ms: number): Date => new Date(ms);`],
];

describe('lint', function () {
  this.timeout(180_000); // Loading all projects with types is slow on a busy machine.
  let syntactic;
  before(() => {
    // The snippets belong to no project, so rules that need types are off.
    const files = ['**/*.{ts,tsx}'];
    syntactic = new ESLint({
      cwd: rootFolder,
      overrideConfig: [{ files, ...tseslint.configs.disableTypeChecked }],
    });
  });
  const lint = async (eslint, path, code) => {
    const [result] = await eslint.lintText(`${code}\n`, { filePath: join(rootFolder, path) });
    return result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  };

  for (const [what, { rule, snippets }] of Object.entries(violations)) {
    describe(`rejects ${what}`, () => {
      for (const [path, code] of snippets) {
        it(`${path}: ${code.split('\n')[0]}`, async () => {
          const messages = await lint(syntactic, path, code);
          expect(messages.filter((message) => message.startsWith(`${rule}:`))).to.have.length(1);
        });
      }
    });
  }

  describe('accepts', () => {
    for (const [path, code] of allowed) {
      it(`${path}: ${code}`, async () => {
        expect(await lint(syntactic, path, code)).to.deep.equal([]);
      });
    }
  });

  it('rejects unhandled promises, which needs types', async () => {
    const typed = new ESLint({ cwd: rootFolder });
    const code = `declare function save(): Promise<void>;\nsave();`;
    const messages = await lint(typed, 'engine/src/index.ts', code);
    expect(messages.join()).to.contain('@typescript-eslint/no-floating-promises');
  });
});
