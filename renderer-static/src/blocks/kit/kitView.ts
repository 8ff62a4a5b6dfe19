import {
  type Block,
  callKit,
  didYouMean,
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
import { VOID_TAGS } from './staticTags.ts';

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
        element: makeElement,
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
      const misspelt = Object.entries<unknown>({ ...rendered }).find(
        ([name, value]) => value !== undefined && !RETURNED.includes(name),
      );
      if (misspelt) {
        const hint = didYouMean(misspelt[0], RETURNED);
        return fail(`the view returned an unknown field: ${misspelt[0].slice(0, 40)}${hint}`);
      }
      requireCss('the css that it returned', rendered?.css);
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

/** The fields of a `KitStaticBlock`. */
const RETURNED: readonly string[] = ['content', 'css'];

/**
 * Creates an element for a view. Mistakes that depend on no content throw: the parts would be dropped,
 * and only visitors would notice.
 *
 * @throws TypeError if `attributes` or `css` has the wrong type, or for children of `br` and the like
 */
const makeElement: KitStaticContext['element'] = (tag, attributes, ...children) => {
  const given: unknown = attributes;
  const name = `element(${tag})`;
  if (given !== null && given !== undefined && (typeof given !== 'object' || Array.isArray(given)))
    throw new TypeError(`the attributes of ${name} must be an object or null, before its children`);
  requireCss(`the css of ${name}`, attributes?.css);
  if (VOID_TAGS.has(tag) && children.some((child) => child !== null && child !== false))
    throw new TypeError(`${name} cannot have children`);
  return { tag, attributes: attributes ?? {}, children };
};

/** @throws TypeError unless given pairs, null or undefined; each value is checked where it is written */
function requireCss(what: string, css: unknown): void {
  if (css === undefined || css === null || (Array.isArray(css) && css.every(Array.isArray))) return;
  throw new TypeError(`${what} must be a list of pairs, such as [['color', 'red']]`);
}

/** Whether a view may return this as its content. What lists and elements contain is not checked. */
function isStaticNode(value: unknown): boolean {
  if (value === null || value === false || Array.isArray(value)) return true;
  if (typeof value === 'object') return typeof field(value, 'tag') === 'string';
  return typeof value === 'string' || typeof value === 'number';
}
