import { generate, lexer, parse, walk } from 'css-tree';
import { PX, TEXT_FLOOR } from '../css/lengths.ts';

/** Valid properties that are newer than css-tree's tables. */
const NEWER = new Set(['text-size-adjust', '-webkit-text-size-adjust']);

/**
 * Checks a style sheet with css-tree's grammar. The scale is a custom property, whose value
 * css-tree cannot know, so a length is inserted for it.
 */
export function findCssFaults(css: string): readonly string[] {
  const faults: string[] = [];
  const known = css.replaceAll(`var(${PX})`, '1px').replaceAll(`var(${TEXT_FLOOR})`, '14px');
  const tree = parse(known, {
    positions: true,
    onParseError: (error) => faults.push(error.message),
  });
  walk(tree, {
    visit: 'Declaration',
    enter(node) {
      const isFont = this.atrule?.name === 'font-face';
      // Only the browser knows the values of other custom properties.
      if (generate(node.value).includes('var(')) return;
      if (node.property.startsWith('--') || NEWER.has(node.property) || isFont) return;
      const { error } = lexer.matchDeclaration(node);
      if (error) faults.push(`${generate(node)}: ${error.message.split('\n')[0] ?? ''}`);
    },
  });
  return [...new Set(faults)];
}
