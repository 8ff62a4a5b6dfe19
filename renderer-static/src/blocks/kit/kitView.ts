import { type Block, type Kit, fontFamilyCss } from '@cobble/engine';
import { readFont } from '../../page/readStyles.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { sizeOf } from '../sizeOf.ts';
import { unknownView } from '../unknown/unknownView.ts';
import { kitCss } from './kitCss.ts';
import { StaticNodeWriter } from './StaticNodeWriter.ts';

/**
 * Draws a kit's block by its `staticView`. The view gets content that has passed the kit's schema,
 * and gives data that is written down here, so that neither it nor the page can break out by
 * accident. When it throws, a quiet frame stands for the block.
 *
 * @param onFailure told when the frame does
 */
export function kitViewOf(kit: Kit, onFailure: () => void): StaticView {
  return (block, context) => {
    const fail = (): ReturnType<StaticView> => {
      onFailure();
      return unknownView(block, context);
    };
    const { staticView, block: definition } = kit;
    try {
      const content = definition.content.safeParse(block.content);
      if (!content.success || !staticView) return fail();
      const { width, height } = sizeOf(block, context.referenceWidthPx);
      const known: Block = { ...block, content: content.data };
      const drawn = staticView(known, {
        element: (tag, attributes, ...children) => ({
          tag,
          attributes: attributes ?? {},
          children,
        }),
        widthPx: width,
        heightPx: height,
        isInsideLink: context.isInsideLink,
        length: context.length,
        fontSize: context.fontSize,
        font: (family) => {
          const name = readFont(family);
          if (name === null) return 'sans-serif';
          context.useFont(name);
          return fontFamilyCss(name);
        },
      });
      const label = known.altText?.trim() || definition.altText(content.data);
      const { role } = definition;
      return {
        html: new StaticNodeWriter(context).write(drawn.content),
        css: kitCss(drawn.css),
        ...(role === 'image' ? { role: 'img' as const, label } : {}),
        ...(role === 'decoration' ? (label ? { role: 'img', label } : { role: 'none' }) : {}),
      };
    } catch {
      return fail();
    }
  };
}
