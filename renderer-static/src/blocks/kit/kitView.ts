import {
  type Block,
  callKit,
  type Kit,
  type KitStaticBlock,
  type KitStaticContext,
} from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';
import { isUnawaitedPromise } from '../../checkLookup.ts';
import { field } from '../../page/readFields.ts';
import { readFont } from '../../page/readStyles.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { sizeOf } from '../sizeOf.ts';
import { unknownView } from '../unknown/unknownView.ts';
import { kitCss } from './kitCss.ts';
import { StaticNodeWriter } from './StaticNodeWriter.ts';

/**
 * Returns a view that renders a kit's block by its `staticView`. The view receives content that
 * matches the kit's schema and returns data, which is escaped here, so neither can inject HTML. A
 * placeholder is rendered if the content does not match, or if the view throws or returns anything
 * but a `KitStaticBlock`.
 *
 * @param kits the list that has the kit. If it is an editor's, the view cannot edit that editor
 * @param onFailure called with the reason when the placeholder is used
 */
export function kitViewOf(
  kit: Kit,
  kits: readonly Kit[],
  onFailure: (reason: string) => void,
): StaticView {
  return (block, context) => {
    const fail = (reason: string): ReturnType<StaticView> => {
      onFailure(reason);
      return unknownView(block, context);
    };
    const { staticView, block: definition } = kit;
    const call = <Value>(path: string, work: () => Value): Value =>
      callKit(kits, block.type, path, work);
    try {
      const checked = call('block.content', () => definition.content.safeParse(block.content));
      if (!checked.success) return fail("the content does not pass the kit's schema");
      const { width, height } = sizeOf(block, context.referenceWidthPx);
      const parsed: Block = { ...block, content: checked.data };
      const viewContext: KitStaticContext = {
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
      };
      const rendered = call('staticView', () => staticView?.(parsed, viewContext)) as
        Partial<KitStaticBlock> | null | undefined;
      // Anything else would be written as an empty block.
      const content: unknown = rendered?.content;
      if (isUnawaitedPromise(rendered) || isUnawaitedPromise(content) || !isStaticNode(content))
        return fail('the view must return an object whose `content` is text, an element or a list');
      const label =
        parsed.altText?.trim() ||
        context.t.orElse(
          `altText.${block.type}`,
          call('block.altText', () => definition.altText(checked.data)),
        );
      const { role } = definition;
      return {
        html: new StaticNodeWriter(context).write(content),
        css: kitCss(rendered?.css),
        ...(role === 'image' ? { role: 'img' as const, label } : {}),
        ...(role === 'decoration' ? (label ? { role: 'img', label } : { role: 'none' }) : {}),
      };
    } catch (error) {
      return fail(`the view threw an error${error instanceof Error ? `: ${error.message}` : ''}`);
    }
  };
}

/** Whether a view may return this as its content. What lists and elements contain is not checked. */
function isStaticNode(value: unknown): boolean {
  if (value === null || value === false || Array.isArray(value)) return true;
  if (typeof value === 'object') return typeof field(value, 'tag') === 'string';
  return typeof value === 'string' || typeof value === 'number';
}
