/**
 * A module hook of Node: loads each CSS file as an empty object.
 *
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.css')) return nextLoad(url, context);
  return { format: 'module', source: 'export default {};', shortCircuit: true };
}
