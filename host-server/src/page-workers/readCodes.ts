import { CodeEmbedAddresses } from '../code-embeds/CodeEmbedAddresses.ts';
import { calls } from '../contract/index.ts';
import { parseJson, validate } from '../http/validate.ts';
import { refusalOf } from './checkPage.ts';
import type { CodesResult, PageTask, TaskRefusal } from './tasks.ts';

/** Parses the body of `previewCodeEmbeds` and derives the addresses, in the worker. */
export function readCodes({
  body,
  secret,
  pageId,
}: Extract<PageTask, { name: 'codes' }>): CodesResult | TaskRefusal {
  let codes: readonly string[];
  try {
    const json = body && parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    ({ codes } = validate(calls.previewCodeEmbeds.body, json));
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
  const embeds = new CodeEmbedAddresses(Buffer.from(secret, 'base64'), '');
  const addresses = codes.map((code) => embeds.addressOf('preview', pageId, code));
  const stored = new Map(codes.map((code, index) => [addresses[index] ?? '', Buffer.from(code)]));
  const lengths = Object.fromEntries([...stored].map(([address, { length }]) => [address, length]));
  return {
    addresses: JSON.stringify(addresses),
    codes: Uint8Array.from(Buffer.concat([...stored.values()])),
    lengths: JSON.stringify(lengths),
  };
}
