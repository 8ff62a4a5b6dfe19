import { didYouMean, inputError } from '@cobble/engine';

/** What a prop, or a field of an object in one, must be, apart from undefined. */
export type PropType = 'string' | 'boolean' | 'number' | 'function' | 'object' | 'any';

/**
 * Checks the props of a component, which a host in JavaScript may misspell or give a wrong type.
 *
 * @param component its name, for the message
 * @param types of all props. Others are errors, except those with a hyphen, such as `data-testid`,
 *   which compilers accept for any component
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkProps(
  component: string,
  props: object,
  types: Readonly<Record<string, PropType>>,
): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || Object.hasOwn(types, name) || name.includes('-')) continue;
    const names = Object.keys(types);
    const problem = `is not a prop of <${component}>; its props are ${names.join(', ')}`;
    throw inputError(name, problem + didYouMean(name, names));
  }
  checkTypes('', props, types);
}

/**
 * Checks an object of the host, such as a service, which may have fields of its own: one whose name is
 * close to that of an absent one is a misspelling.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkFields(
  path: string,
  given: object,
  types: Readonly<Record<string, PropType>>,
): void {
  const absent = Object.keys(types).filter((name) => Reflect.get(given, name) === undefined);
  for (const name of Object.keys(given)) {
    const hint = Object.hasOwn(types, name) ? '' : didYouMean(name, absent);
    if (hint !== '') throw inputError(`${path}.${name}`, `does not exist${hint}`);
  }
  checkTypes(`${path}.`, given, types);
}

function checkTypes(
  prefix: string,
  given: object,
  types: Readonly<Record<string, PropType>>,
): void {
  for (const [name, type] of Object.entries(types)) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined || type === 'any') continue;
    if (value === null || typeof value !== type)
      throw inputError(prefix + name, `must be ${type === 'object' ? 'an' : 'a'} ${type}`);
  }
}
