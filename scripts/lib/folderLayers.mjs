import { dirname, relative, resolve, sep } from 'node:path';

/**
 * ESLint rule: a folder of a package imports only folders of lower layers, type imports included.
 * Every folder must be in a layer. Files directly in the package's source folder, which assemble the
 * package or define its entries, are free to import any folder and to be imported.
 *
 * eslint-plugin-boundaries can express the same as one policy per pair of folders, but took three
 * quarters of the time of linting.
 *
 * Options: `{root, layers}`, with `root` relative to the working directory (`engine/src`) and
 * `layers` from the bottom up, each a list of folder names.
 */
export const folderLayers = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: {
      layer: '{{from}}/ may not import {{to}}/: only folders of lower layers (eslint.config.js).',
      unknown: 'The folder {{folder}}/ is in no layer: add it in eslint.config.js.',
    },
  },
  create(context) {
    const [{ root, layers }] = context.options;
    const rootFolder = resolve(context.cwd, root);
    const rankOf = (folder) => layers.findIndex((layer) => layer.includes(folder));
    const folderOf = (path) => {
      const [folder, ...rest] = relative(rootFolder, path).split(sep);
      return folder === '..' || rest.length === 0 ? null : folder;
    };
    const from = folderOf(context.filename);
    if (from === null) return {};
    const rank = rankOf(from);
    if (rank < 0)
      return {
        Program: (node) => {
          context.report({ node, messageId: 'unknown', data: { folder: from } });
        },
      };
    const check = ({ source }) => {
      const path = source?.value;
      if (typeof path !== 'string' || !path.startsWith('.')) return;
      const to = folderOf(resolve(dirname(context.filename), path));
      if (to !== null && to !== from && rankOf(to) >= rank)
        context.report({ node: source, messageId: 'layer', data: { from, to } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: ({ argument, source }) => {
        check({ source: source ?? argument?.literal ?? null });
      },
    };
  },
};
