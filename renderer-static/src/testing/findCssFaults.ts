import { generate, lexer, parse, walk } from 'css-tree';
import { PX, TEXT_FLOOR } from '../css/lengths.ts';

/** Valid properties that css-tree does not know. */
const UNKNOWN_TO_CSS_TREE = new Set(['text-size-adjust', '-webkit-text-size-adjust']);

/**
 * Checks a style sheet with css-tree's grammar. The scale and the smallest font size are custom
 * properties, whose values css-tree cannot know, so lengths replace them.
 */
export function findCssFaults(css: string): readonly string[] {
  const faults: string[] = [];
  const resolved = css.replaceAll(`var(${PX})`, '1px').replaceAll(`var(${TEXT_FLOOR})`, '14px');
  const tree = parse(resolved, {
    positions: true,
    onParseError: (error) => faults.push(error.message),
  });
  walk(tree, {
    visit: 'Declaration',
    enter(node) {
      const isFont = this.atrule?.name === 'font-face';
      // Only the browser knows the values of other custom properties.
      if (generate(node.value).includes('var(')) return;
      if (node.property.startsWith('--') || UNKNOWN_TO_CSS_TREE.has(node.property) || isFont)
        return;
      const { error } = lexer.matchDeclaration(node);
      if (error) faults.push(`${generate(node)}: ${error.message.split('\n')[0] ?? ''}`);
    },
  });
  return [...new Set(faults)];
}
