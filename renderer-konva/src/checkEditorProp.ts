import { inputError } from '@cobble/engine';

/**
 * Checks the prop `editor` of a component, which a host in JavaScript may forget or mistake for the
 * page.
 *
 * @param component its name, for the message
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkEditorProp(component: string, editor: unknown): void {
  checkEditor(editor, `of <${component}> `);
}

/**
 * Checks an argument `editor`.
 *
 * @param owner what the editor belongs to, for the message
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkEditor(editor: unknown, owner = ''): void {
  const { dispatch, things } = (editor ?? {}) as {
    readonly [name in 'dispatch' | 'things']?: unknown;
  };
  if (typeof dispatch === 'function') return;
  const hint = typeof things === 'object' ? ', not a page: createEditor({ page })' : '';
  throw inputError('editor', `${owner}must be the result of createEditor${hint}`);
}
