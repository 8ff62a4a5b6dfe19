import type { Block, FlowBox, FlowPlace } from '@cobble/engine';
import type { RuleList } from '../css/StyleSheet.ts';
import type { FontFaceUse } from '../fonts/FontUses.ts';
import type { PhoneScale } from '../images/PaintedBox.ts';
import type { Answer, BlockRecording } from './BlockRecording.ts';
import type { BlockLayout, RenderedBlock } from './BlockLayout.ts';
import { copyOf, type RenderState } from './RenderState.ts';

/** A block's HTML, taken apart at its class. */
export interface BlockHtmlParts {
  readonly start: string;
  readonly className: string;
  readonly end: string;
}

/** A rule of a block, without the class that it begins with. */
interface CachedRule {
  readonly list: RuleList;
  /** From after the class to the end. */
  readonly rest: string;
  /** All of it, with the class that the block had. */
  readonly rule: string;
}

/** A block as it was drawn last, and all that it depended on besides its record. */
interface CachedBlock extends BlockHtmlParts {
  readonly html: string;
  readonly renderKey: string;
  readonly setting: Omit<BlockLayout, 'renderChildren'>;
  readonly isNearTop: boolean;
  readonly rules: readonly CachedRule[];
  /** Declarations that it shares with others, and the class that they had. */
  readonly shared: readonly (readonly [css: string, name: string])[];
  readonly faces: readonly FontFaceUse[];
  /** The rest of what it asked and left; null where that is nothing, as of most blocks. */
  readonly notes: BlockRecording | null;
}

/** By records that cannot change, and gone with them; nothing in it leads to a page. */
const drawings = new WeakMap<Block, CachedBlock>();

/** Draws a block as it was drawn before; null where it has never been, or would be another now. */
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

/** Keeps what was drawn, for as long as the block's record is there. */
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

/** Whether two flow boxes of one block say the same, but for what a phone does with its own place. */
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

/** Whether the page and its host would tell the block what they told it then; changes nothing. */
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

/** Whether two pieces of JSON say the same in the same order. */
function isSameData(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Leaves on the page what the block left on the one that it was drawn for. */
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
