import { expect } from 'chai';
import { join } from 'node:path';
import ts from 'typescript';
import { docsModules } from './lib/docsModules.mjs';
import { rootFolder } from './lib/paths.mjs';

/** The options of a strict program; the condition resolves the packages to their sources. */
const OPTIONS = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  customConditions: ['@cobble/source'],
  allowImportingTsExtensions: true,
  allowJs: true,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  noUncheckedSideEffectImports: false,
  noEmit: true,
  types: ['node'],
};

/** The problems that the compiler has with some modules, which need not exist as files. */
function problemsOf(/** @type {ReadonlyMap<string, string>} */ modules) {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => modules.has(file) || fileExists(file);
  host.readFile = (file) => modules.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const source = modules.get(file);
    if (source === undefined) return getSourceFile.call(host, file, ...rest);
    const [version] = rest;
    const parsed = ts.createSourceFile(file, source, version, true);
    return Object.assign(parsed, { impliedNodeFormat: ts.ModuleKind.ESNext });
  };
  const program = ts.createProgram([...modules.keys()], OPTIONS, host);
  return [...modules.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText, start = 0 }) => {
      const { line } = ts.getLineAndCharacterOfPosition(source, start);
      const code = source.text.split('\n')[line]?.trim();
      return `${file}: ${code}\n  ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`;
    });
  });
}

describe('the code in the documentation', function () {
  this.timeout(180_000);
  const documents = docsModules();
  const misspelt = join(rootFolder, 'docs', 'misspelt.ts');
  /** @type {readonly string[]} */
  let problems = [];

  before(() => {
    const source = "import { createEditr } from '@cobble/engine';\ncreateEditr();\n";
    problems = problemsOf(new Map([...documents, [misspelt, source]]));
  });

  it('compiles as strict TypeScript [E48]', () => {
    expect([...documents.keys()]).to.include(join(rootFolder, 'docs', 'docs-engine-md.ts'));
    const ofDocuments = problems.filter((each) => !each.startsWith(misspelt));
    expect(ofDocuments.join('\n')).to.equal('');
  });

  it('would not compile if a name were misspelt', () => {
    expect(problems.filter((each) => each.startsWith(misspelt)).join()).to.contain('createEditr');
  });
});
