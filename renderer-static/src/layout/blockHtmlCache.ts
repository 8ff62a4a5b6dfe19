import type { Block, FlowBox, GridArea } from '@cobble/engine';
import type { RuleScreen } from '../css/StyleSheet.ts';
import type { FontFaceUse } from '../fonts/FontUses.ts';
import type { PhoneScale } from '../images/PaintedBox.ts';
import type { Lookup, BlockRecording } from './BlockRecording.ts';
import type { BlockLayout, RenderedBlock } from './BlockLayout.ts';
import { copyPosts, type RenderState } from './RenderState.ts';

/** A block's HTML, split at its class. */
export interface BlockHtmlParts {
  readonly start: string;
  readonly className: string;
  readonly end: string;
}

/** A rule of a block, without its class. */
interface CachedRule {
  readonly screen: RuleScreen;
  /** The rule after the class. */
  readonly rest: string;
  /** The complete rule with the class of that rendering. */
  readonly rule: string;
}

/** A block's HTML and everything that it depends on besides its record. */
interface CachedBlock extends BlockHtmlParts {
  readonly html: string;
  readonly renderKey: string;
  readonly layout: Omit<BlockLayout, 'renderChildren'>;
  readonly isNearTop: boolean;
  readonly rules: readonly CachedRule[];
  /** Shared declarations and the classes they had. */
  readonly shared: readonly (readonly [css: string, name: string])[];
  readonly faces: readonly FontFaceUse[];
  /** Other lookups and effects; null for most blocks, which have none. */
  readonly recording: BlockRecording | null;
}

/**
 * Cache: rendered blocks by record, released with it. Invalidated, as `findCachedBlock` checks, by
 * a change to anything else that the HTML depends on.
 */
const blocks = new WeakMap<Block, CachedBlock>();

/**
 * Returns a block's cached HTML and repeats its effects on the page; null if it is not cached or
 * would render differently now.
 */
export function findCachedBlock(
  block: Block,
  layout: BlockLayout,
  isNearTop: boolean,
  state: RenderState,
): RenderedBlock | null {
  const cached = blocks.get(block);
  if (
    cached === undefined ||
    cached.isNearTop !== isNearTop ||
    cached.renderKey !== state.renderKey ||
    !isSameLayout(cached.layout, layout) ||
    !hasSameLookups(block, cached, state)
  )
    return null;
  const className = state.newClass('b');
  const isSame = className === cached.className;
  for (const { screen, rest, rule } of cached.rules)
    state.sheet.addWritten(screen, isSame ? rule : `.${className}${rest}`);
  replayEffects(block, cached, state);
  return { html: isSame ? cached.html : cached.start + className + cached.end, className };
}

/** Caches a rendered block by its record. */
export function cacheBlock(
  block: Block,
  {
    layout: { renderChildren: _, ...layout },
    isNearTop,
    recording,
  }: {
    readonly layout: BlockLayout;
    readonly isNearTop: boolean;
    readonly recording: BlockRecording;
  },
  rendered: BlockHtmlParts,
  { renderKey }: RenderState,
): RenderedBlock {
  const { start, className, end } = rendered;
  const html = start + className + end;
  const rules = recording.rules.map(({ screen, selector, css }): CachedRule => {
    const rule = `${selector}{${css}}`;
    return { screen, rest: rule.slice(className.length + 1), rule };
  });
  const shared = [...recording.shared];
  const { faces } = recording;
  const rest = hasLookupsOrEffects(recording) ? recording : null;
  const cached = {
    ...rendered,
    html,
    renderKey,
    layout,
    isNearTop,
    rules,
    shared,
    faces,
    recording: rest,
  };
  blocks.set(block, cached);
  return { html, className };
}

function hasLookupsOrEffects(recording: BlockRecording): boolean {
  const { kinds, assets, media, scripts, frames, lookups, warnings } = recording;
  return (
    lookups.length + warnings.length > 0 ||
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
    isSameArea(a.area, b.area) &&
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

function isSameArea(a: GridArea, b: GridArea): boolean {
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

/**
 * Whether all lookups give the recorded results. Looks them up again, but repeats no other effects.
 */
function hasSameLookups(
  block: Block,
  { shared, recording }: CachedBlock,
  state: RenderState,
): boolean {
  let fresh = 0;
  for (const [css, name] of shared) {
    const current = state.sheet.findClass(css) ?? state.sheet.nextClass(fresh++);
    if (current !== name) return false;
  }
  if (recording === null) return true;
  let headings = state.headings;
  for (const lookup of recording.lookups) {
    if (lookup.kind === 'headings') {
      if (lookup.before !== headings) return false;
      headings = lookup.after;
    } else if (!isSameLookup(lookup, block, state)) return false;
  }
  return true;
}

function isSameLookup(
  lookup: Exclude<Lookup, { kind: 'headings' }>,
  block: Block,
  state: RenderState,
): boolean {
  switch (lookup.kind) {
    case 'id':
      return state.isFreeHtmlId(lookup.id) === lookup.isFree;
    case 'link':
      return state.linkTo(lookup.href) === lookup.address;
    case 'code':
      return state.codeUrl(block.uuid, lookup.code) === lookup.address;
    case 'posts':
      return isSameData(copyPosts(state.posts(lookup.accountId)), lookup.posts);
    case 'image':
      return isSameData(state.image(lookup.url), lookup.image);
    case 'lcp':
      return state.isLcpCandidate(block) === lookup.isLcpCandidate;
  }
}

/** Whether two JSON values serialise to the same text. */
function isSameData(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Repeats the recorded effects on this page. */
function replayEffects(
  block: Block,
  { shared, faces, recording }: CachedBlock,
  state: RenderState,
): void {
  const { sheet } = state;
  for (const [css] of shared) sheet.classOf(css);
  for (const use of faces) state.fonts.addFace(use);
  if (recording === null) return;
  for (const css of recording.kinds) sheet.addKind(css);
  for (const address of recording.assets) state.assets.add(address);
  for (const address of recording.media) state.media.add(address);
  for (const text of recording.scripts) state.scripts.add(text);
  for (const source of recording.frames) state.frames.add(source);
  for (const lookup of recording.lookups) {
    if (lookup.kind === 'headings') state.headings = lookup.after;
    if (lookup.kind === 'id' && lookup.isFree) state.claimHtmlId(lookup.id, block.uuid);
  }
  for (const warning of recording.warnings) state.warn(warning);
}
