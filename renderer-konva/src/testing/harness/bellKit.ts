import { defineBlock, defineKit, type Page } from '@cobble/engine';
import { z } from 'zod';
import { blankPage } from './samplePages.ts';

/** A kit whose block is painted red and named after its sound. */
export const bellKit = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ sound: z.string() }),
    defaultContent: () => ({ sound: 'ding' }),
    plainText: ({ sound }) => sound.toLowerCase(),
  }),
  loadCanvasView: () =>
    Promise.resolve(({ target, width, height }) => {
      target.fillStyle = '#ff0000';
      target.fillRect(0, 0, width, height);
    }),
});

/** A page with two bells; the kit cannot read the content of the second. */
export function pageWithBell(): Page {
  const page = blankPage();
  const [section = ''] = Object.keys(page.things);
  const bell = (uuid: string, x: number, content: object) => ({
    uuid,
    type: 'bell',
    parentUuid: section,
    position: { x, y: 0.1, width: 0.3, height: 0.2, rotationDeg: 0, zIndex: 5 },
    properties: {},
    styles: {},
    content,
  });
  const bells = { bell: bell('bell', 0.1, { sound: 'DONG' }), odd: bell('odd', 0.5, {}) };
  return { ...page, things: { ...page.things, ...bells } };
}
