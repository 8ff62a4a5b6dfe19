import type { Block, Kit } from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';
import { readFont } from '../../page/readStyles.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { sizeOf } from '../sizeOf.ts';
import { unknownView } from '../unknown/unknownView.ts';
import { kitCss } from './kitCss.ts';
import { StaticNodeWriter } from './StaticNodeWriter.ts';

/**
 * Returns a view that renders a kit's block by its `staticView`. The view receives content that
 * matches the kit's schema and returns data, which is escaped here, so neither can inject HTML. A
 * placeholder is rendered if the content does not match or the view throws.
 *
 * @param onFailure called when the placeholder is used
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
      const parsed: Block = { ...block, content: content.data };
      const rendered = staticView(parsed, {
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
      const label =
        parsed.altText?.trim() ||
        context.t.orElse(`altText.${block.type}`, definition.altText(content.data));
      const { role } = definition;
      return {
        html: new StaticNodeWriter(context).write(rendered.content),
        css: kitCss(rendered.css),
        ...(role === 'image' ? { role: 'img' as const, label } : {}),
        ...(role === 'decoration' ? (label ? { role: 'img', label } : { role: 'none' }) : {}),
      };
    } catch {
      return fail();
    }
  };
}
