/**
 * Runs calls and returns where this thread meanwhile parsed or serialised JSON that contains a mark.
 *
 * @param mark text that occurs only in the JSON in question.
 * @returns stack traces.
 */
export async function recordJson(
  mark: string,
  calls: () => Promise<void>,
): Promise<readonly string[]> {
  const { parse, stringify } = JSON;
  const found: string[] = [];
  const record = (text: unknown): void => {
    if (String(text).includes(mark)) found.push(new Error('here').stack ?? '');
  };
  JSON.parse = (text, reviver) => {
    record(text);
    return parse(text, reviver) as unknown;
  };
  JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    const text = stringify(...args);
    record(text);
    return text;
  }) as typeof stringify;
  try {
    await calls();
  } finally {
    Object.assign(JSON, { parse, stringify });
  }
  return found;
}
