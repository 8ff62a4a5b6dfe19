import * as z from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Block } from '../model/Block.ts';
import { makeTestBlock } from './makeTestPage.ts';

const sign = {
  type: 'sign',
  capabilities: { editsText: true, hasText: true },
  plainText: ({ text }: { readonly text: string }) => text,
};

/** The first version of a kit with a text: `{ text }`. */
export const olderSignKit = defineKit({
  block: defineBlock({
    ...sign,
    content: z.looseObject({ text: z.string() }),
    defaultContent: () => ({ text: '' }),
  }),
});

/** Its second version, `{ text, tone }`. The migration adds an exclamation mark to the text. */
export const newerSignKit = defineKit({
  block: defineBlock({
    ...sign,
    version: 2,
    migrations: [({ text }) => ({ text: `${String(text)}!`, tone: 'calm' })],
    content: z.looseObject({ text: z.string(), tone: z.string() }),
    defaultContent: () => ({ text: '', tone: 'calm' }),
  }),
});

/** A block of the first version. */
export const makeTestSign = (uuid: string, text: string): Block =>
  makeTestBlock(uuid, { type: 'sign', content: { text } });
