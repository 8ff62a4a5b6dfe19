import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';

/** Interfaces whose members are documented one by one. */
const DOCUMENTED_INTERFACES = ['BlockDefinition', 'Editor', 'Environment'];

/** Types of values that hosts pass: the editor's calls, options, blocks to add and patches. */
const OPTIONS =
  /Options$|^(?:Editor|Tool|NewPage|NewBlock|AddedBlock|BlockPatch|PageFieldsPatch|SliderValues)$/;
/** Objects that hosts give to the engine and the static renderer, besides those. */
const GIVEN =
  'BlockDefinition BlockEmbed Kit KitParts KitStaticBlock RoomSession RoomPeer Published RoomClientEvents PastedData PasteContext RenderedSite Image'.split(
    ' ',
  );

interface Found {
  readonly file: URL;
  /** The node that the docstring is attached to. */
  readonly node: ts.Node;
  readonly declaration: ts.Node;
}

const sources = new Map<string, ts.SourceFile>();

function sourceOf(file: URL): ts.SourceFile {
  const cached = sources.get(file.href);
  if (cached) return cached;
  const text = readFileSync(file, 'utf8');
  const parsed = ts.createSourceFile(fileURLToPath(file), text, ts.ScriptTarget.ESNext, true);
  sources.set(file.href, parsed);
  return parsed;
}

/** The module that a statement exports from; null if it is in another package. */
function targetOf(statement: ts.ExportDeclaration, file: URL): URL | null {
  const { moduleSpecifier } = statement;
  return moduleSpecifier &&
    ts.isStringLiteral(moduleSpecifier) &&
    moduleSpecifier.text.startsWith('.')
    ? new URL(moduleSpecifier.text, file)
    : null;
}

/** Returns the exports of a module with their declarations, re-exports included. */
function exportsOf(file: URL): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      const target = targetOf(statement, file);
      if (!target) continue;
      const reexported = exportsOf(target);
      const { exportClause } = statement;
      if (!exportClause) for (const [name, each] of reexported) found.set(name, each);
      else if (ts.isNamedExports(exportClause))
        for (const { name, propertyName } of exportClause.elements) {
          const each = reexported.get((propertyName ?? name).text);
          if (each) found.set(name.text, each);
        }
      continue;
    }
    for (const [name, declaration] of declarationsIn(statement))
      found.set(name, { file, node: statement, declaration });
  }
  return found;
}

function declarationsIn(statement: ts.Statement): readonly (readonly [string, ts.Node])[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((each) =>
      ts.isIdentifier(each.name) ? [[each.name.text, each] as const] : [],
    );
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name ? [[name.text, statement]] : [];
}

/** Returns the members of an interface, inherited ones included. */
function membersOf(declaration: ts.Node, file: URL): readonly ts.TypeElement[] {
  if (!ts.isInterfaceDeclaration(declaration))
    throw new Error(`not an interface: ${declaration.getText().slice(0, 80)}`);
  const inherited = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap(({ expression }) => {
      const found = importsOf(file).get(expression.getText());
      if (!found) throw new Error(`${expression.getText()} is not imported`);
      return membersOf(found.declaration, found.file);
    }),
  );
  return [...inherited, ...declaration.members];
}

/** Returns a module's named imports from relative paths. */
function importsOf(file: URL): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const statement of sourceOf(file).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const bindings = statement.importClause?.namedBindings;
    const { text } = statement.moduleSpecifier;
    if (!bindings || !ts.isNamedImports(bindings) || !text.startsWith('.')) continue;
    const exports = exportsOf(new URL(text, file));
    for (const { name, propertyName } of bindings.elements) {
      const each = exports.get((propertyName ?? name).text);
      if (each) found.set(name.text, each);
    }
  }
  return found;
}

/** Returns the optional members in a type, and in the parameters of its methods. */
function optionalIn(type: ts.Node): readonly ts.PropertySignature[] {
  const found: ts.PropertySignature[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertySignature(node) &&
      node.questionToken &&
      node.name.getText() !== '[addableKits]'
    )
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(type);
  return found;
}

/** Whether a node has a docstring with text, not only tags. */
function isDocumented(node: ts.Node): boolean {
  return ts
    .getJSDocCommentsAndTags(node)
    .some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').length > 8);
}

describe('public names', () => {
  const entries = ['index', 'collaboration/index', 'drawing/index', 'fonts/index', 'model/colors'];
  entries.push('migrations/index', 'parsing/index', 'platforms/index', 'shapes/shapes');
  const names = new Map(
    entries.flatMap((entry) => [...exportsOf(new URL(`../${entry}.ts`, import.meta.url))]),
  );

  it('are found in the sources, so that the tests below check them', () => {
    for (const name of ['createEditor', 'Editor', 'parsePage', 'defineBlock', 'Block', 'GEOMETRY'])
      expect(names.has(name), name).to.equal(true);
    expect(names.size).to.be.greaterThan(150);
  });

  it('have docstrings', () => {
    const undocumented = [...names]
      .filter(([, { node }]) => !isDocumented(node))
      .map(([name]) => name);
    expect(undocumented).to.eql([]);
  });

  it('accept undefined in options, so that applications with exactOptionalPropertyTypes can pass it on [J13]', () => {
    const renderer = exportsOf(new URL('../../../renderer-static/src/index.ts', import.meta.url));
    const options = [...names, ...renderer].filter(
      ([name]) => OPTIONS.test(name) || GIVEN.includes(name),
    );
    expect(options.length).to.be.greaterThan(10);
    const exact = options.flatMap(([name, { declaration }]) =>
      optionalIn(declaration)
        .filter(({ type }) => !/^(?!Partial<)[^]*\| undefined$/.test(type?.getText() ?? ''))
        .map((member) => `${name}.${member.name.getText()}`),
    );
    expect(exact).to.eql([]);
  });

  for (const name of DOCUMENTED_INTERFACES)
    it(`have a docstring on every member of ${name}`, () => {
      const found = names.get(name);
      if (!found) throw new Error(`${name} was not found`);
      const members = membersOf(found.declaration, found.file);
      expect(members.length, name).to.be.greaterThan(3);
      const undocumented = members
        .filter((member) => !isDocumented(member))
        .map((member) => member.name?.getText() ?? '?');
      expect(undocumented).to.eql([]);
    });
});
