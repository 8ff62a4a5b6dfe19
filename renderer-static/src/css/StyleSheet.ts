import type { CssDeclarations } from '@cobble/engine';
import { isSafeCssValue } from './isSafeCssValue.ts';

const PROPERTY = /^-{0,2}[a-z][a-z-]*$/;

/** Names that were found right: there are few, and each comes again and again. */
const MAX_PROPERTIES = 512;
const properties = new Set<string>();

function isProperty(name: string): boolean {
  if (properties.has(name)) return true;
  if (!PROPERTY.test(name)) return false;
  if (properties.size < MAX_PROPERTIES) properties.add(name);
  return true;
}

/** Declarations as they stand between braces; unsafe values are left out. */
export function declarationsCss(declarations: CssDeclarations): string {
  let css = '';
  for (const [property, value] of declarations) {
    if (!isProperty(property) || !isSafeCssValue(value)) continue;
    css += css === '' ? `${property}:${value}` : `;${property}:${value}`;
  }
  return css;
}

/** Where a rule holds: everywhere, on phones, on all but phones, on screens wider than content. */
export type RuleList = 'all' | 'phone' | 'desktop' | 'wide';

/** Rules as they were written, by where they hold. */
export type WrittenRules = Readonly<Partial<Record<RuleList, readonly string[]>>>;

/** How many rules there were. */
export type RuleMark = Readonly<Record<RuleList, number>>;

const LISTS: readonly RuleList[] = ['all', 'phone', 'desktop', 'wide'];

/** Told what is written to a sheet. */
export interface SheetRecorder {
  readonly onRule: (list: RuleList, selector: string, css: string) => void;
  readonly onShared: (css: string, name: string) => void;
  readonly onKind: (css: string) => void;
}

/**
 * Collects a page's rules in the order of their making. Declarations that many blocks share are
 * written once, under a class of their own, so that no element needs a style attribute and the
 * sheet stays small.
 */
export class StyleSheet {
  /** Who is told of what is written, for now. */
  notes: SheetRecorder | null = null;
  private readonly shared = new Map<string, string>();
  private readonly sharedRules: string[] = [];
  private readonly kinds = new Set<string>();
  private readonly rules: Readonly<Record<RuleList, string[]>> = {
    all: [],
    phone: [],
    desktop: [],
    wide: [],
  };

  /** The class that has these declarations; '' when there are none. */
  classFor(declarations: CssDeclarations): string {
    const css = declarationsCss(declarations);
    return css === '' ? '' : this.classOf(css);
  }

  /** The class that has declarations that have been checked and written. */
  classOf(css: string): string {
    let name = this.shared.get(css);
    if (name === undefined) {
      name = this.nextClass(0);
      this.shared.set(css, name);
      this.sharedRules.push(`.${name}{${css}}`);
    }
    this.notes?.onShared(css, name);
    return name;
  }

  /** What {@link classOf} has given for them; undefined where nobody has asked yet. */
  knownClass(css: string): string | undefined {
    return this.shared.get(css);
  }

  /** What the next new class will be called, once so many others have been. */
  nextClass(others: number): string {
    return `x${(this.shared.size + others).toString(36)}`;
  }

  /** Rules of ours for a kind of block, written once however many ask for them. */
  addKind(css: string): void {
    this.kinds.add(css);
    this.notes?.onKind(css);
  }

  /** Adds a rule; the selector is ours, the values are checked. */
  add(selector: string, declarations: CssDeclarations): void {
    this.write('all', selector, declarations);
  }

  /** Adds a rule for phones alone. */
  addForPhone(selector: string, declarations: CssDeclarations): void {
    this.write('phone', selector, declarations);
  }

  /** Adds a rule for all screens but phones. */
  addForDesktop(selector: string, declarations: CssDeclarations): void {
    this.write('desktop', selector, declarations);
  }

  /** Adds a rule for screens that are wider than content spans. */
  addForWide(selector: string, declarations: CssDeclarations): void {
    this.write('wide', selector, declarations);
  }

  /** Adds a rule as it was written before. */
  addWritten(list: RuleList, rule: string): void {
    this.rules[list].push(rule);
  }

  /** The rules so far, to ask later which have come. */
  mark(): RuleMark {
    const { all, phone, desktop, wide } = this.rules;
    return { all: all.length, phone: phone.length, desktop: desktop.length, wide: wide.length };
  }

  /** The rules that have come since. */
  since(mark: RuleMark): WrittenRules {
    const written: Partial<Record<RuleList, readonly string[]>> = {};
    for (const list of LISTS)
      if (this.rules[list].length > mark[list]) written[list] = this.rules[list].slice(mark[list]);
    return written;
  }

  /** Adds rules as they were written before. */
  addAll({ all, phone, desktop, wide }: WrittenRules): void {
    if (all) for (const rule of all) this.rules.all.push(rule);
    if (phone) for (const rule of phone) this.rules.phone.push(rule);
    if (desktop) for (const rule of desktop) this.rules.desktop.push(rule);
    if (wide) for (const rule of wide) this.rules.wide.push(rule);
  }

  private write(list: RuleList, selector: string, declarations: CssDeclarations): void {
    const css = declarationsCss(declarations);
    if (css === '') return;
    this.notes?.onRule(list, selector, css);
    this.rules[list].push(`${selector}{${css}}`);
  }

  /** Rules for all screens: shared classes first, so that a block's own win. */
  toCss(): string {
    return [...this.kinds].join('') + this.sharedRules.join('') + this.rules.all.join('');
  }

  /** Rules for phones; to be written after all others, which they override. */
  toPhoneCss(phoneQuery: string): string {
    const rules = this.rules.phone.join('');
    return rules === '' ? '' : `@media ${phoneQuery}{${rules}}`;
  }

  /** Rules for all screens but phones; to be written after those for all. */
  toDesktopCss(phoneQuery: string): string {
    const rules = this.rules.desktop.join('');
    return rules === '' ? '' : `@media not ${phoneQuery}{${rules}}`;
  }

  /** Rules for screens wider than content; to be written after those for all. */
  toWideCss(wideQuery: string): string {
    const rules = this.rules.wide.join('');
    return rules === '' ? '' : `@media ${wideQuery}{${rules}}`;
  }
}
