import type { CssDeclarations } from '@cobble/engine';
import { memoize } from '@cobble/engine/memoize';
import { isSafeCssValue } from './isSafeCssValue.ts';

const PROPERTY = /^-{0,2}[a-z][a-z-]*$/;

/** Memoized by name; never invalidated, since validity does not change. */
const isProperty = memoize((name: string) => PROPERTY.test(name), {
  maxEntries: 512,
  maxKeyLength: 64,
});

/** Joins declarations as written between braces; unsafe values are dropped. */
export function declarationsCss(declarations: CssDeclarations): string {
  let css = '';
  for (const [property, value] of declarations) {
    if (!isProperty(property) || !isSafeCssValue(value)) continue;
    css += css === '' ? `${property}:${value}` : `;${property}:${value}`;
  }
  return css;
}

/**
 * Screens that a rule applies to: all, phones, all but phones, or screens wider than the content.
 */
export type RuleScreen = 'all' | 'phone' | 'desktop' | 'wide';

/** Serialised rules by screen, in order. */
export type WrittenRules = Readonly<Partial<Record<RuleScreen, readonly string[]>>>;

/** Number of rules by screen. */
export type RuleMark = Readonly<Record<RuleScreen, number>>;

const RULE_SCREENS: readonly RuleScreen[] = ['all', 'phone', 'desktop', 'wide'];

/** Receives what is written to a sheet. */
export interface SheetRecorder {
  readonly onRule: (screen: RuleScreen, selector: string, css: string) => void;
  readonly onShared: (css: string, name: string) => void;
  readonly onKind: (css: string) => void;
}

/**
 * Collects a page's rules in the order in which they are added. Declarations that many blocks share
 * are written once as a class, so that no element needs a style attribute and the sheet stays
 * small.
 */
export class StyleSheet {
  /** The active recorder, if any. */
  recording: SheetRecorder | null = null;
  private readonly shared = new Map<string, string>();
  private readonly sharedRules: string[] = [];
  private readonly kinds = new Set<string>();
  private readonly rules: Readonly<Record<RuleScreen, string[]>> = {
    all: [],
    phone: [],
    desktop: [],
    wide: [],
  };

  /** Returns the class with these declarations; '' if there are none. */
  classFor(declarations: CssDeclarations): string {
    const css = declarationsCss(declarations);
    return css === '' ? '' : this.classOf(css);
  }

  /** Returns the class with declarations that have been checked and serialised. */
  classOf(css: string): string {
    let name = this.shared.get(css);
    if (name === undefined) {
      name = this.nextClass(0);
      this.shared.set(css, name);
      this.sharedRules.push(`.${name}{${css}}`);
    }
    this.recording?.onShared(css, name);
    return name;
  }

  /** Returns the class that {@link classOf} returned before, or undefined. */
  findClass(css: string): string | undefined {
    return this.shared.get(css);
  }

  /** Returns the name that {@link classOf} would give after that many other new classes. */
  nextClass(others: number): string {
    return `x${(this.shared.size + others).toString(36)}`;
  }

  /** Adds trusted rules for a kind of block; the same text is written once. */
  addKind(css: string): void {
    this.kinds.add(css);
    this.recording?.onKind(css);
  }

  /** Adds a rule. The selector is trusted, the values are checked. */
  add(selector: string, declarations: CssDeclarations): void {
    this.write('all', selector, declarations);
  }

  /** Adds a rule for phones. */
  addForPhone(selector: string, declarations: CssDeclarations): void {
    this.write('phone', selector, declarations);
  }

  /** Adds a rule for all screens but phones. */
  addForDesktop(selector: string, declarations: CssDeclarations): void {
    this.write('desktop', selector, declarations);
  }

  /** Adds a rule for screens wider than the content. */
  addForWide(selector: string, declarations: CssDeclarations): void {
    this.write('wide', selector, declarations);
  }

  /** Adds a serialised rule. */
  addWritten(screen: RuleScreen, rule: string): void {
    this.rules[screen].push(rule);
  }

  /** Returns the current number of rules, for {@link since}. */
  mark(): RuleMark {
    const { all, phone, desktop, wide } = this.rules;
    return { all: all.length, phone: phone.length, desktop: desktop.length, wide: wide.length };
  }

  /** Returns the rules added since a mark. */
  since(mark: RuleMark): WrittenRules {
    const written: Partial<Record<RuleScreen, readonly string[]>> = {};
    for (const screen of RULE_SCREENS)
      if (this.rules[screen].length > mark[screen])
        written[screen] = this.rules[screen].slice(mark[screen]);
    return written;
  }

  /** Adds serialised rules. */
  addAll({ all, phone, desktop, wide }: WrittenRules): void {
    if (all) for (const rule of all) this.rules.all.push(rule);
    if (phone) for (const rule of phone) this.rules.phone.push(rule);
    if (desktop) for (const rule of desktop) this.rules.desktop.push(rule);
    if (wide) for (const rule of wide) this.rules.wide.push(rule);
  }

  private write(screen: RuleScreen, selector: string, declarations: CssDeclarations): void {
    const css = declarationsCss(declarations);
    if (css === '') return;
    this.recording?.onRule(screen, selector, css);
    this.rules[screen].push(`${selector}{${css}}`);
  }

  /** Rules for all screens. Shared classes come first, so that a block's own rules win. */
  toCss(): string {
    return [...this.kinds].join('') + this.sharedRules.join('') + this.rules.all.join('');
  }

  /** Rules for phones; they override all others and must be written last. */
  toPhoneCss(phoneQuery: string): string {
    const rules = this.rules.phone.join('');
    return rules === '' ? '' : `@media ${phoneQuery}{${rules}}`;
  }

  /** Rules for all screens but phones; must be written after those for all screens. */
  toDesktopCss(phoneQuery: string): string {
    const rules = this.rules.desktop.join('');
    return rules === '' ? '' : `@media not ${phoneQuery}{${rules}}`;
  }

  /** Rules for screens wider than the content; must be written after those for all screens. */
  toWideCss(wideQuery: string): string {
    const rules = this.rules.wide.join('');
    return rules === '' ? '' : `@media ${wideQuery}{${rules}}`;
  }
}
