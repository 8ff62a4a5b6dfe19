import type { Block, FlowBox, FlowPlace } from '@cobble/engine';
import type { RuleList } from '../css/StyleSheet.ts';
import type { FontFaceUse } from '../fonts/FontUses.ts';
import type { PhoneScale } from '../images/PaintedBox.ts';
import type { Answer, BlockRecording } from './BlockRecording.ts';
import type { BlockLayout, RenderedBlock } from './BlockLayout.ts';
import { copyOf, type RenderState } from './RenderState.ts';

/** A block's HTML, split at its class. */
export interface BlockHtmlParts {
  readonly start: string;
  readonly className: string;
  readonly end: string;
}

/** A rule of a block, without its class. */
interface CachedRule {
  readonly list: RuleList;
  /** The rule after the class. */
  readonly rest: string;
  /** The complete rule with the class of that rendering. */
  readonly rule: string;
}

/** A block's HTML and everything that it depends on besides its record. */
interface CachedBlock extends BlockHtmlParts {
  readonly html: string;
  readonly renderKey: string;
  readonly setting: Omit<BlockLayout, 'renderChildren'>;
  readonly isNearTop: boolean;
  readonly rules: readonly CachedRule[];
  /** Shared declarations and the classes they had. */
  readonly shared: readonly (readonly [css: string, name: string])[];
  readonly faces: readonly FontFaceUse[];
  /** Other lookups and effects; null for most blocks, which have none. */
  readonly notes: BlockRecording | null;
}

/**
 * Rendered blocks by record, so entries are collected with them. `findCachedBlock` compares
 * everything else that the HTML depends on.
 */
const drawings = new WeakMap<Block, CachedBlock>();

/**
 * Returns a block's cached HTML and repeats its effects on the page; null if it is not cached or
 * would render differently now.
 */
export function findCachedBlock(
  block: Block,
  setting: BlockLayout,
  isNearTop: boolean,
  state: RenderState,
): RenderedBlock | null {
  const kept = drawings.get(block);
  if (
    kept === undefined ||
    kept.isNearTop !== isNearTop ||
    kept.renderKey !== state.renderKey ||
    !isSameLayout(kept.setting, setting) ||
    !hasSameLookups(block, kept, state)
  )
    return null;
  const className = state.newClass('b');
  const isSame = className === kept.className;
  for (const { list, rest, rule } of kept.rules)
    state.sheet.addWritten(list, isSame ? rule : `.${className}${rest}`);
  replayEffects(block, kept, state);
  return { html: isSame ? kept.html : kept.start + className + kept.end, className };
}

/** Caches a rendered block by its record. */
export function cacheBlock(
  block: Block,
  {
    setting: { renderChildren: _, ...setting },
    isNearTop,
    notes,
  }: {
    readonly setting: BlockLayout;
    readonly isNearTop: boolean;
    readonly notes: BlockRecording;
  },
  drawn: BlockHtmlParts,
  { renderKey }: RenderState,
): RenderedBlock {
  const { start, className, end } = drawn;
  const html = start + className + end;
  const rules = notes.rules.map(({ list, selector, css }): CachedRule => {
    const rule = `${selector}{${css}}`;
    return { list, rest: rule.slice(className.length + 1), rule };
  });
  const shared = [...notes.shared];
  const { faces } = notes;
  const rest = hasSideEffects(notes) ? notes : null;
  const kept = { ...drawn, html, renderKey, setting, isNearTop, rules, shared, faces, notes: rest };
  drawings.set(block, kept);
  return { html, className };
}

function hasSideEffects(notes: BlockRecording): boolean {
  const { kinds, assets, media, scripts, frames, answers, warnings } = notes;
  return (
    answers.length + warnings.length > 0 ||
    [kinds, assets, media, scripts, frames].some(({ size }) => size > 0)
  );
}

function isSameLayout(a: Omit<BlockLayout, 'renderChildren'>, b: BlockLayout): boolean {
  return (
    a.layer === b.layer &&
    a.isInsideLink === b.isInsideLink &&
    a.originY === b.originY &&
    a.windowX === b.windowX &&
    a.isFlowing === b.isFlowing &&
    isSameBox(a.box, b.box) &&
    isSamePlace(a.place, b.place) &&
    isSameScale(a.phone, b.phone)
  );
}

/** Whether two boxes of a block are equal, except for their position on phones. */
function isSameBox(a: FlowBox, b: FlowBox): boolean {
  return (
    a === b ||
    (a.x === b.x &&
      a.y === b.y &&
      a.width === b.width &&
      a.height === b.height &&
      a.grows === b.grows)
  );
}

function isSamePlace(a: FlowPlace, b: FlowPlace): boolean {
  return (
    a === b ||
    (a.rowStart === b.rowStart &&
      a.rowEnd === b.rowEnd &&
      a.columnStart === b.columnStart &&
      a.columnEnd === b.columnEnd &&
      a.stretches === b.stretches)
  );
}

function isSameScale(a: PhoneScale, b: PhoneScale): boolean {
  return (
    a === b ||
    (a.gutterPx === b.gutterPx &&
      a.overPx === b.overPx &&
      a.size?.widthPx === b.size?.widthPx &&
      a.size?.heightPx === b.size?.heightPx)
  );
}

/** Whether all lookups give the recorded results. Has no effects. */
function hasSameLookups(block: Block, { shared, notes }: CachedBlock, state: RenderState): boolean {
  let fresh = 0;
  for (const [css, name] of shared) {
    const known = state.sheet.knownClass(css) ?? state.sheet.nextClass(fresh++);
    if (known !== name) return false;
  }
  if (notes === null) return true;
  let headings = state.headings;
  for (const answer of notes.answers) {
    if (answer.kind === 'headings') {
      if (answer.before !== headings) return false;
      headings = answer.after;
    } else if (!isSameLookup(answer, block, state)) return false;
  }
  return true;
}

function isSameLookup(
  answer: Exclude<Answer, { kind: 'headings' }>,
  block: Block,
  state: RenderState,
): boolean {
  switch (answer.kind) {
    case 'id':
      return state.isFreeHtmlId(answer.id) === answer.isFree;
    case 'link':
      return state.linkTo(answer.href) === answer.address;
    case 'code':
      return state.codeUrl(block.uuid, answer.code) === answer.address;
    case 'posts':
      return isSameData(copyOf(state.posts(answer.accountId)), answer.posts);
    case 'image':
      return isSameData(state.image(answer.url), answer.image);
    case 'awaited':
      return state.isLcpCandidate(block) === answer.isLcpCandidate;
  }
}

/** Whether two JSON values serialise to the same text. */
function isSameData(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Repeats the recorded effects on this page. */
function replayEffects(
  block: Block,
  { shared, faces, notes }: CachedBlock,
  state: RenderState,
): void {
  const { sheet } = state;
  for (const [css] of shared) sheet.classOf(css);
  for (const need of faces) state.fonts.need(need);
  if (notes === null) return;
  for (const css of notes.kinds) sheet.addKind(css);
  for (const address of notes.assets) state.assets.add(address);
  for (const address of notes.media) state.media.add(address);
  for (const text of notes.scripts) state.scripts.add(text);
  for (const source of notes.frames) state.frames.add(source);
  for (const answer of notes.answers) {
    if (answer.kind === 'headings') state.headings = answer.after;
    if (answer.kind === 'id' && answer.isFree) state.claimHtmlId(answer.id, block.uuid);
  }
  for (const warning of notes.warnings) state.warn(warning);
}
