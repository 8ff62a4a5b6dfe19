import type { CssDeclarations } from '@cobble/engine';
import { isSafeCssValue } from './isSafeCssValue.ts';

const PROPERTY = /^-{0,2}[a-z][a-z-]*$/;

/** Declarations as they stand between braces; unsafe values are left out. */
export function declarationsCss(declarations: CssDeclarations): string {
  let css = '';
  for (const [property, value] of declarations) {
    if (!PROPERTY.test(property) || !isSafeCssValue(value)) continue;
    css += css === '' ? `${property}:${value}` : `;${property}:${value}`;
  }
  return css;
}

/**
 * Collects a page's rules in the order of their making. Declarations that many blocks share are
 * written once, under a class of their own, so that no element needs a style attribute and the
 * sheet stays small.
 */
export class StyleSheet {
  private readonly shared = new Map<string, string>();
  private readonly sharedRules: string[] = [];
  private readonly kinds = new Set<string>();
  private readonly rules: string[] = [];
  private readonly phoneRules: string[] = [];
  private readonly desktopRules: string[] = [];
  private readonly wideRules: string[] = [];

  /** The class that has these declarations; '' when there are none. */
  classFor(declarations: CssDeclarations): string {
    const css = declarationsCss(declarations);
    if (css === '') return '';
    const known = this.shared.get(css);
    if (known !== undefined) return known;
    const name = `x${this.shared.size.toString(36)}`;
    this.shared.set(css, name);
    this.sharedRules.push(`.${name}{${css}}`);
    return name;
  }

  /** Rules of ours for a kind of block, written once however many ask for them. */
  addKind(css: string): void {
    this.kinds.add(css);
  }

  /** Adds a rule; the selector is ours, the values are checked. */
  add(selector: string, declarations: CssDeclarations): void {
    const css = declarationsCss(declarations);
    if (css !== '') this.rules.push(`${selector}{${css}}`);
  }

  /** Adds a rule for phones alone. */
  addForPhone(selector: string, declarations: CssDeclarations): void {
    const css = declarationsCss(declarations);
    if (css !== '') this.phoneRules.push(`${selector}{${css}}`);
  }

  /** Adds a rule for all screens but phones. */
  addForDesktop(selector: string, declarations: CssDeclarations): void {
    const css = declarationsCss(declarations);
    if (css !== '') this.desktopRules.push(`${selector}{${css}}`);
  }

  /** Adds a rule for screens that are wider than content spans. */
  addForWide(selector: string, declarations: CssDeclarations): void {
    const css = declarationsCss(declarations);
    if (css !== '') this.wideRules.push(`${selector}{${css}}`);
  }

  /** Rules for all screens: shared classes first, so that a block's own win. */
  toCss(): string {
    return [...this.kinds, ...this.sharedRules, ...this.rules].join('');
  }

  /** Rules for phones; to be written after all others, which they override. */
  toPhoneCss(phoneQuery: string): string {
    return this.phoneRules.length === 0 ? '' : `@media ${phoneQuery}{${this.phoneRules.join('')}}`;
  }

  /** Rules for all screens but phones; to be written after those for all. */
  toDesktopCss(phoneQuery: string): string {
    const rules = this.desktopRules.join('');
    return rules === '' ? '' : `@media not ${phoneQuery}{${rules}}`;
  }

  /** Rules for screens wider than content; to be written after those for all. */
  toWideCss(wideQuery: string): string {
    const rules = this.wideRules.join('');
    return rules === '' ? '' : `@media ${wideQuery}{${rules}}`;
  }
}
