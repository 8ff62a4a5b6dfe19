/** The longest subject line of a commit, in characters. */
const MAX_SUBJECT_LENGTH = 72;

const area = /^[a-z][a-z0-9-]*(?:(?:, |\/)[a-z0-9-]+)*: /;
/** Subjects that Git writes, and those that a rebase replaces. */
const writtenByGit = /^(?:Merge |Revert "|Reapply "|(?:fixup|squash|amend)! )/;
const notImperative =
  /^(?:add|allow|change|fix|improve|make|mov|remov|renam|replac|rewrit|updat|us)(?:e?s|e?d|ing)$/i;

/**
 * Checks a commit message against the rule of this repository: `area: imperative summary`.
 *
 * @param {string} message may contain the comment lines and the diff that Git adds
 * @returns {string | null} one line that says what is wrong, or null
 */
export function commitMessageProblem(message) {
  const [subject = '', second = ''] = message
    .split(/^# -+ >8 -+$/m, 1)[0]
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trimStart()
    .split('\n')
    .map((line) => line.trimEnd());
  if (writtenByGit.test(subject)) return null;
  const prefix = area.exec(subject)?.[0];
  if (prefix === undefined)
    return `Start the subject with a lower-case area, as in "engine: add slices": "${subject}"`;
  const [verb] = subject.slice(prefix.length).trim().split(' ');
  if (notImperative.test(verb))
    return `Use the imperative ("add", not "added" or "adds"), not "${verb}": "${subject}"`;
  if (subject.endsWith('.')) return `Remove the full stop at the end of the subject: "${subject}"`;
  if (subject.length > MAX_SUBJECT_LENGTH)
    return `Shorten the subject to ${MAX_SUBJECT_LENGTH} characters; it has ${subject.length}: "${subject}"`;
  if (second !== '') return `Leave a blank line between the subject and the body: "${second}"`;
  return null;
}
