import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';

/** Interfaces that others write or read member by member. */
const BY_MEMBER = ['BlockDefinition', 'Editor', 'Environment'];

interface Found {
  readonly file: URL;
  /** What the docstring stands at. */
  readonly node: ts.Node;
  readonly declaration: ts.Node;
}

const sources = new Map<string, ts.SourceFile>();

function sourceOf(file: URL): ts.SourceFile {
  const known = sources.get(file.href);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const made = ts.createSourceFile(fileURLToPath(file), text, ts.ScriptTarget.ESNext, true);
  sources.set(file.href, made);
  return made;
}

function targetOf(statement: ts.ExportDeclaration, file: URL): URL | null {
  const { moduleSpecifier } = statement;
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
    ? new URL(moduleSpecifier.text, file)
    : null;
}

/** The names that a module exports, with where each is declared; what it hands on is followed. */
function exportsOf(file: URL): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) {
      const target = targetOf(statement, file);
      if (!target) continue;
      const below = exportsOf(target);
      const { exportClause } = statement;
      if (!exportClause) for (const [name, each] of below) found.set(name, each);
      else if (ts.isNamedExports(exportClause))
        for (const { name, propertyName } of exportClause.elements) {
          const each = below.get((propertyName ?? name).text);
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

/** The members of an interface, with those of the interfaces that it is put together from. */
function membersOf(declaration: ts.Node, file: URL): readonly ts.TypeElement[] {
  if (!ts.isInterfaceDeclaration(declaration))
    throw new Error(`no interface: ${declaration.getText().slice(0, 80)}`);
  const above = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap(({ expression }) => {
      const found = importsOf(file).get(expression.getText());
      if (!found) throw new Error(`${expression.getText()} is not found`);
      return membersOf(found.declaration, found.file);
    }),
  );
  return [...above, ...declaration.members];
}

/** What a module imports by name from others of ours. */
function importsOf(file: URL): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const statement of sourceOf(file).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const bindings = statement.importClause?.namedBindings;
    const { text } = statement.moduleSpecifier;
    if (!bindings || !ts.isNamedImports(bindings) || !text.startsWith('.')) continue;
    const there = exportsOf(new URL(text, file));
    for (const { name, propertyName } of bindings.elements) {
      const each = there.get((propertyName ?? name).text);
      if (each) found.set(name.text, each);
    }
  }
  return found;
}

/** Whether words stand above it, and not tags alone. */
function isDocumented(node: ts.Node): boolean {
  return ts
    .getJSDocCommentsAndTags(node)
    .some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').length > 8);
}

describe('the public names', () => {
  const entries = ['index', 'collaboration/index', 'drawing/index', 'fonts/index', 'model/colors'];
  entries.push('migrations/index', 'parsing/index', 'platforms/index', 'shapes/shapes');
  const names = new Map(
    entries.flatMap((entry) => [...exportsOf(new URL(`../${entry}.ts`, import.meta.url))]),
  );

  it('are found', () => {
    for (const name of ['createEditor', 'Editor', 'parsePage', 'defineBlock', 'Block', 'GEOMETRY'])
      expect(names.has(name), name).to.equal(true);
    expect(names.size).to.be.greaterThan(150);
  });

  it('each have a docstring', () => {
    const bare = [...names].filter(([, { node }]) => !isDocumented(node)).map(([name]) => name);
    expect(bare).to.eql([]);
  });

  for (const name of BY_MEMBER)
    it(`of ${name} have a docstring for every member`, () => {
      const found = names.get(name);
      if (!found) throw new Error(`${name} is not found`);
      const members = membersOf(found.declaration, found.file);
      expect(members.length, name).to.be.greaterThan(3);
      const bare = members
        .filter((member) => !isDocumented(member))
        .map((member) => member.name?.getText() ?? '?');
      expect(bare).to.eql([]);
    });
});
