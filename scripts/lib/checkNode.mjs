/** The oldest Node that Cobble runs on, as in package.json's `engines`. */
export const oldestNode = [20, 19];

/**
 * What to tell a person whose Node is too old, or null. Kept in syntax that old versions read.
 *
 * @param {string} version such as `process.versions.node`
 */
export function describeOldNode(version) {
  const parts = version.split('.').map(Number);
  const recent =
    parts[0] > oldestNode[0] || (parts[0] === oldestNode[0] && parts[1] >= oldestNode[1]);
  if (recent) return null;
  return (
    'Cobble needs Node ' +
    oldestNode.join('.') +
    ' or newer; this is ' +
    version +
    '. See https://nodejs.org/en/download.'
  );
}
