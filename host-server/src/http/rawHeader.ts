import type { IncomingMessage } from 'node:http';

/**
 * The values of a header, in the order in which they arrived, without the time that it takes to make
 * `headers`.
 */
export function rawHeader(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  lowerCaseName: string,
): readonly string[] {
  return rawHeaders.filter((_value, at) => {
    const name = at % 2 === 1 ? rawHeaders[at - 1] : undefined;
    return name?.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName;
  });
}
