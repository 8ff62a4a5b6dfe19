import { generate, lexer, parse, walk } from 'css-tree';
import { PX, TEXT_FLOOR } from '../css/lengths.ts';

/** Written since css-tree's tables were made: what is valid all the same. */
const NEWER = new Set(['text-size-adjust', '-webkit-text-size-adjust']);

/**
 * What is wrong with a style sheet by css-tree's grammar and tables of properties. The scale stands
 * in it as a custom property, whose value no table can know: a length takes its place.
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
      // Of other custom properties only the browser knows what they hold.
      if (generate(node.value).includes('var(')) return;
      if (node.property.startsWith('--') || NEWER.has(node.property) || isFont) return;
      const { error } = lexer.matchDeclaration(node);
      if (error) faults.push(`${generate(node)}: ${error.message.split('\n')[0] ?? ''}`);
    },
  });
  return [...new Set(faults)];
}
