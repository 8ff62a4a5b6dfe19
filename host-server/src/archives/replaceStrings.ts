/**
 * The same JSON with other strings in it. Keys stay, and so does what is in them that means something
 * to objects.
 *
 * @param replace takes a string and the key that it stands under; '' in lists of lists.
 */
export function replaceStrings<Json>(
  json: Json,
  replace: (text: string, key: string) => string,
): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    typeof value === 'string' ? replace(value, key) : value,
  ) as Json;
}
