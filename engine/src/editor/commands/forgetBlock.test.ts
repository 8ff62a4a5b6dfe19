import { expect } from 'chai';
import fc from 'fast-check';
import type { Block } from '../../model/Block.ts';
import type { TextMeasureRequest } from '../../model/Environment.ts';
import { refuse } from '../../model/Result.ts';
import { readValue } from '../../model/values.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from '../../testing/makeTestPage.ts';
import { plainTextOf } from '../../text/plainTextOf.ts';
import type { Editor } from '../Editor.ts';

type Edit =
  | {
      readonly type: 'add';
      readonly of: 'image' | 'shape';
      readonly to: number;
      readonly y: number;
    }
  | { readonly type: 'move' | 'resize'; readonly of: number; readonly y: number }
  | { readonly type: 'nudge'; readonly of: number; readonly dxPx: number; readonly dyPx: number }
  | { readonly type: 'group' | 'moveInto'; readonly of: number; readonly to: number }
  | { readonly type: 'remove' | 'ungroup'; readonly of: number }
  | { readonly type: 'fit'; readonly of: number }
  | { readonly type: 'scale'; readonly of: number; readonly by: number }
  | { readonly type: 'width'; readonly px: number; readonly scale: boolean }
  | { readonly type: 'addSection' }
  | { readonly type: 'margin' };

/** One edit or several as one entry, an undo or redo, or the end of the upload of an image. */
type Step =
  | { readonly type: 'edit'; readonly edits: readonly Edit[] }
  | { readonly type: 'undo' | 'redo' }
  | { readonly type: 'forget' | 'finish'; readonly of: number };

const index = fc.nat(5);
const y = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((value) => value / 1000);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      of: fc.constantFrom('image' as const, 'shape' as const),
      to: index,
      y: y(0, 2),
    }),
    weight: 4,
  },
  fc.record({ type: fc.constant('move' as const), of: index, y: y(0, 2) }),
  {
    arbitrary: fc.record({
      type: fc.constantFrom('remove' as const, 'remove' as const, 'ungroup' as const),
      of: index,
    }),
    weight: 2,
  },
  fc.record({
    type: fc.constant('nudge' as const),
    of: index,
    dxPx: fc.integer({ min: -30, max: 30 }),
    // So little that its centre stays in its section, with and without the images.
    dyPx: fc.integer({ min: 0, max: 20 }),
  }),
  {
    arbitrary: fc.record({
      type: fc.constantFrom('group' as const, 'moveInto' as const),
      of: index,
      to: index,
    }),
    weight: 2,
  },
  fc.record({ type: fc.constant('resize' as const), of: index, y: fc.oneof(y(30, 50), y(0.3, 1)) }),
  fc.record({ type: fc.constantFrom('addSection' as const, 'margin' as const) }),
  fc.record({ type: fc.constant('fit' as const), of: index }),
  fc.record({
    type: fc.constant('scale' as const),
    of: index,
    by: fc.constantFrom(0.8, 1.2),
  }),
  fc.record({
    type: fc.constant('width' as const),
    px: fc.constantFrom(600, 800, 1000),
    scale: fc.boolean(),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      type: fc.constant('edit' as const),
      edits: fc.oneof(
        fc.tuple(edit),
        fc.array(
          edit.filter(({ type }) => type === 'add' || type === 'resize'),
          { minLength: 2, maxLength: 3 },
        ),
      ),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ type: fc.constantFrom('undo' as const, 'redo' as const) }), weight: 2 },
  fc.record({ type: fc.constantFrom('forget' as const, 'finish' as const), of: index }),
);
const steps = fc.array(step, { maxLength: 16 });

/** An editor of a low section, whose next id a test sets. */
class TestPage {
  readonly editor: Editor;
  private nextId: string | null = null;
  private count = 0;

  constructor() {
    const sections = [makeTestSection('s1', { position: { height: 0.8 } })];
    // Given, so that it is converted to other widths of the page.
    const style = { margin: 0.05 };
    const page = { ...makeTestPage(sections, { style }), relativeHeight: 1.8 };
    this.editor = makeTestEditor([], { page, environment: { createId: () => this.createId() } });
  }

  addSection(uuid: string): void {
    this.nextId = uuid;
    this.editor.addSection().unwrap();
  }

  /** Groups those of the blocks that the page has. */
  group(uuid: string, members: readonly string[]): void {
    const present = members.filter((member) => this.editor.blocks.has(member));
    if (present.length === 0) return;
    this.nextId = uuid;
    this.editor.group(present, { select: false }).unwrap();
  }

  /** Moves a block into a group. If the page lacks the group, nothing else is in it. */
  moveInto(group: string, uuid: string): void {
    if (this.editor.blocks.has(group)) this.editor.moveInto(group, uuid).unwrap();
    else this.group(group, [uuid]);
  }

  private createId(): string {
    const id = this.nextId ?? `id-${String(++this.count)}`;
    this.nextId = null;
    return id;
  }

  /** What is compared: images also take numbers of the z-order. */
  get shown() {
    const blocks = [...this.editor.blocks.values()].map(({ uuid, parentUuid, position }) => {
      const { x, y, width, height } = position;
      return { uuid, parentUuid, box: [x, y, width, height] };
    });
    blocks.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
    return { blocks, relativeHeight: this.editor.fields.relativeHeight };
  }
}

type Shown = TestPage['shown'];

/**
 * Expects the same blocks in the same places, about: groups round the places of their blocks, and
 * are fitted less often without images.
 */
function expectShown(actual: Shown, expected: Shown): void {
  const idsOf = ({ blocks }: Shown) => blocks.map(({ uuid, parentUuid }) => [uuid, parentUuid]);
  const lengthsOf = ({ blocks, relativeHeight }: Shown) => [
    ...blocks.flatMap(({ box }) => box),
    relativeHeight,
  ];
  expect(idsOf(actual)).to.eql(idsOf(expected));
  // Rounded, two lengths that hardly differ would not be equal if one were rounded up.
  const lengths = lengthsOf(expected);
  if (lengthsOf(actual).every((length, at) => Math.abs(length - (lengths[at] ?? NaN)) < 1e-4))
    return;
  expect(actual).to.eql(expected);
}

/** An edit that was made, for the same page without the forgotten images. */
interface Made {
  /** The block that it edits. */
  readonly uuid: string;
  /** Whether it may have no effect without the images. */
  readonly isOptional: boolean;
  readonly apply: (page: TestPage) => void;
}

/** Makes edits of a page with images, and knows how to make them without those that it forgets. */
class Author {
  readonly page = new TestPage();
  readonly forgotten = new Set<string>();
  readonly uploading = new Set<string>();
  readonly made = new Map<number, readonly Made[]>();
  private count = 0;

  take(next: Step): void {
    const { editor } = this.page;
    switch (next.type) {
      case 'undo':
      case 'redo':
        editor[next.type]();
        return;
      case 'edit': {
        const before = editor.history.entries;
        const made: Made[] = [];
        editor.run(() => {
          for (const each of next.edits) {
            const planned = this.plan(each);
            planned?.apply(this.page);
            if (planned) made.push(planned);
          }
        });
        const last = editor.history.entries.at(-1);
        if (last && !before.some(({ id }) => id === last.id)) this.made.set(last.id, made);
        return;
      }
      default: {
        const uuid = at([...this.uploading], next.of);
        if (uuid === undefined) return;
        if (next.type === 'forget') this.forget(uuid);
        else {
          editor.finishUpload(uuid, { url: '/assets/a.png' }).unwrap();
          this.uploading.delete(uuid);
        }
      }
    }
  }

  /** Forgets an image. Only entries go in which nothing else was done. */
  forget(uuid: string): void {
    const { editor } = this.page;
    const before = editor.history.entries;
    editor.forgetBlock(uuid).unwrap();
    this.uploading.delete(uuid);
    this.forgotten.add(uuid);
    const left = new Set(editor.history.entries.map(({ id }) => id));
    for (const { id } of before)
      if (!left.has(id)) expect(this.rest(id).filter(({ isOptional }) => !isOptional)).to.eql([]);
  }

  /** Makes the edits that can be undone or redone on a page that never had the images. */
  withoutForgotten(): TestPage {
    const page = new TestPage();
    const { entries, position } = this.page.editor.history;
    for (const { id } of entries)
      page.editor.run(() => {
        for (const { apply } of this.rest(id)) apply(page);
      });
    for (let undos = entries.length - position; undos > 0; undos--) page.editor.undo();
    return page;
  }

  private rest(id: number): readonly Made[] {
    return (this.made.get(id) ?? []).filter(({ uuid }) => !this.forgotten.has(uuid));
  }

  private plan(next: Edit): Made | null {
    const { editor } = this.page;
    const sections = editor.sectionIds;
    const all = [...editor.blocks.values()].filter(({ parentUuid }) => parentUuid !== undefined);
    const blocks = all.filter(({ type }) => type !== 'group');
    this.count += 1;
    const plan = (uuid: string, apply: Made['apply'], isOptional = false): Made => ({
      ...{ uuid, isOptional },
      apply: (page) => {
        if (isOptional && !page.editor.blocks.has(uuid)) return;
        apply(page);
      },
    });
    if (next.type === 'margin') {
      // Less each time: with more of it, a section that an image has made taller keeps more height.
      const margin = 0.05 / (1 + this.count);
      return plan('', ({ editor }) => void editor.updatePage({ style: { margin } }).unwrap());
    }
    if (next.type === 'width') {
      const { px, scale } = next;
      return plan('', ({ editor }) => void editor.setReferenceWidth(px, { scale }).unwrap());
    }
    if (next.type === 'scale') {
      const uuid = at(sections, next.of) ?? '';
      return plan(uuid, (page) => void page.editor.scaleSection(uuid, next.by).unwrap());
    }
    if (next.type === 'fit') {
      const uuid = at(sections, next.of) ?? '';
      return plan(uuid, (page) => void page.editor.fitSection(uuid).unwrap(), true);
    }
    if (next.type === 'addSection') {
      const uuid = `section-${String(this.count)}`;
      return plan(uuid, (page) => page.addSection(uuid));
    }
    if (next.type === 'add') {
      const { of: type, y } = next;
      const uuid = `${type}-${String(this.count)}`;
      const parentUuid = at(sections, next.to) ?? '';
      if (type === 'image') this.uploading.add(uuid);
      const common = { uuid, parentUuid };
      const block =
        type === 'image'
          ? { type, ...common, position: { y, height: 0.6 }, content: { url: 'blob:x' } }
          : { type, ...common, position: { y, height: 0.1 } };
      return plan(uuid, (page) => void page.editor.add(block, { select: false }).unwrap());
    }
    if (next.type === 'resize') {
      const uuid = at(sections, next.of) ?? '';
      // Its blocks may limit it, and then it may have no effect with the images.
      const isEmpty = !all.some(({ parentUuid }) => parentUuid === uuid);
      const height = next.y + this.count / 1e5;
      if (!isEmpty && height < 30) return null;
      const resize = (page: TestPage) => void page.editor.resizeSection(uuid, { height }).unwrap();
      // A section may have had this height before the image was added.
      return plan(uuid, resize, true);
    }
    if (next.type === 'group') {
      const first = at(all, next.of);
      if (!first || depthOf(editor, first) > 3) return null;
      const siblings = all.filter(({ parentUuid }) => parentUuid === first.parentUuid);
      const members = siblings.slice(siblings.indexOf(first)).slice(0, 1 + next.to);
      const uuid = `group-${String(this.count)}`;
      const ids = members.map((member) => member.uuid);
      // `has` is not asked: the page does not have the group yet.
      return { uuid, isOptional: true, apply: (page) => page.group(uuid, ids) };
    }
    const block = at(next.type === 'move' || next.type === 'moveInto' ? blocks : all, next.of);
    if (!block) return null;
    const { uuid } = block;
    const isGroup = block.type === 'group';
    switch (next.type) {
      case 'ungroup':
        // Without a shape, all that may be left of it are the new numbers of others in the z-order.
        if (!isGroup || !all.some((each) => each.type === 'shape' && each.parentUuid === uuid))
          return null;
        return plan(uuid, (page) => {
          page.editor.ungroup(uuid, { select: false }).unwrap();
        });
      case 'remove':
        return plan(uuid, (page) => void page.editor.remove(uuid).unwrap(), isGroup);
      case 'nudge': {
        const { dxPx, dyPx } = next;
        return plan(uuid, (page) => void page.editor.nudge(dxPx, dyPx, uuid).unwrap(), isGroup);
      }
      case 'moveInto': {
        // Groups of the same section, since the heights of others depend on the images.
        const group = at(
          all.filter(
            ({ type, parentUuid }) => type === 'group' && parentUuid === sectionOf(editor, uuid),
          ),
          next.to,
        );
        if (!group || group.uuid === block.parentUuid) return null;
        return plan(uuid, (page) => page.moveInto(group.uuid, uuid));
      }
      case 'move': {
        // Elsewhere, where it is depends on its group.
        if (!sections.includes(block.parentUuid ?? '')) return null;
        // Further up, its section would depend on the heights that there are then.
        const y = block.parentUuid === sections.at(-1) ? next.y : next.y / 20;
        return plan(uuid, (page) => void page.editor.update(uuid, { position: { y } }).unwrap());
      }
    }
  }
}

function depthOf({ blocks }: Editor, { parentUuid }: Block): number {
  const parent = blocks.get(parentUuid ?? '');
  return parent ? 1 + depthOf({ blocks } as Editor, parent) : 0;
}

function sectionOf(editor: Editor, uuid: string): string {
  const { parentUuid } = editor.blocks.get(uuid) ?? {};
  return parentUuid === undefined ? uuid : sectionOf(editor, parentUuid);
}

function at<Item>(items: readonly Item[], of: number): Item | undefined {
  return items[of % items.length];
}

/** Edits after which a page that never had the images could differ in more than these. */
const OTHERS = {
  group: ({ page: { editor } }, { of }) => editor.group(childIds(editor).slice(of)),
  'scale group': ({ page: { editor } }, { of }) => {
    const groups = childIds(editor).filter((uuid) => editor.blocks.get(uuid)?.type === 'group');
    editor.scale(1.5, at(groups, of));
  },
  ungroup: ({ page: { editor } }, { of }) => editor.ungroup(at(childIds(editor), of)),
  'to back': ({ page: { editor } }, { of }) => editor.reorder('back', at(childIds(editor), of)),
  duplicate: ({ page: { editor } }, { of }) => editor.duplicate(at(childIds(editor), of)),
  drag: ({ page: { editor } }, { of, y }) =>
    editor.update(at(childIds(editor), of) ?? [], { position: { y } }),
  up: ({ page: { editor } }, { of }) => editor.moveSection(at(editor.sectionIds, of) ?? '', 'up'),
  shorten: ({ page: { editor } }, { of, y }) =>
    editor.resizeSection(at(editor.sectionIds, of) ?? '', { height: y }),
} satisfies Record<string, (author: Author, at: { of: number; y: number }) => unknown>;

const otherStep = fc.record({
  other: fc.constantFrom(...(Object.keys(OTHERS) as (keyof typeof OTHERS)[])),
  of: index,
  y: y(0, 2),
});

function childIds(editor: Editor): readonly string[] {
  const blocks = [...editor.blocks.values()];
  return blocks.flatMap(({ uuid, parentUuid }) => (parentUuid === undefined ? [] : [uuid]));
}

function expectNoEmptyGroup({ blocks }: Editor): void {
  const parents = new Set([...blocks.values()].map(({ parentUuid }) => parentUuid));
  for (const { uuid, type, parentUuid } of blocks.values())
    if (type === 'group' && parentUuid !== undefined) expect(parents.has(uuid)).to.equal(true);
}

/** Edits of a note `t` and a shape `n`, in a group in another group. */
const IN_PROGRESS: Record<string, (editor: Editor, inner: string, outer: string) => unknown> = {
  'typing in a note that grows': (editor) => {
    editor.startTextEditing('t');
    editor.setEditedText('x'.repeat(280)).unwrap();
  },
  'a move': (editor) => editor.nudge(6, 2, 't').unwrap(),
  'a resize': (editor) => editor.update('t', { position: { width: 0.25 } }).unwrap(),
  'a recolouring': (editor) => editor.update('n', { styles: { opacity: 0.5 } }).unwrap(),
  'a reordering': (editor) => editor.reorder('front', 't').unwrap(),
  grouping: (editor) => editor.group(['n']).unwrap(),
  ungrouping: (editor, inner) => editor.ungroup(inner).unwrap(),
  'a move of its group': (editor, inner) => editor.nudge(6, 2, inner).unwrap(),
  'a move of the outer group': (editor, _, outer) => editor.nudge(6, 2, outer).unwrap(),
  'a move out of its group': (editor, _, outer) => editor.moveInto(outer, ['n']).unwrap(),
  'a removal': (editor) => editor.remove('n').unwrap(),
};

function measureTextHeight({ block, widthPx }: TextMeasureRequest): number {
  const text = plainTextOf(readValue(block, ['content', 'stickyNoteText'])).length;
  return 32 + 20 * Math.ceil(text / Math.max(1, Math.floor((widthPx - 32) / 10)));
}

/** How often forgetting the block `a` reads fields of other blocks. */
function readsOfForgetting(editor: Editor, blocks: readonly Block[]): number {
  let reads = 0;
  const counted = (block: Block): Block =>
    new Proxy(block, {
      get(target, key, receiver): unknown {
        reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  const updated: Record<string, readonly [Block, Block]> = {};
  for (const { uuid } of blocks) {
    const block = editor.blocks.get(uuid);
    if (block) updated[uuid] = [block, counted(block)];
  }
  editor.applyRemote({ added: {}, updated, removed: {} });
  reads = 0;
  editor.forgetBlock('a').unwrap();
  return reads;
}

describe('forgetting a block', () => {
  it('leaves the page and its history as if the block had never been added, or sections would keep gaps for refused images, and undo would do nothing or skip an edit (law) [UL3, E58]', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const author = new Author();
        for (const next of taken) author.take(next);
        for (const uuid of author.uploading) author.forget(uuid);
        const [{ page }, without] = [author, author.withoutForgotten()];
        const expectSame = () => expectShown(page.shown, without.shown);
        const { entries, position } = page.editor.history;
        expect([position, entries.length]).to.eql([
          without.editor.history.position,
          without.editor.history.entries.length,
        ]);
        expectSame();
        for (const replay of ['undo', 'redo'] as const) {
          const can = () => (replay === 'undo' ? page.editor.canUndo : page.editor.canRedo);
          while (can()) {
            expect([page.editor[replay](), without.editor[replay]()]).to.eql([true, true]);
            expectSame();
          }
          expect(without.editor[replay]()).to.equal(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('leaves a history whose undos all do something and lead to the first page, whatever else was done to the page (law) [UL3, E58]', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(step, otherStep), { maxLength: 16 }), (taken) => {
        const author = new Author();
        const { editor } = author.page;
        const first = author.page.shown;
        for (const next of taken)
          if ('other' in next) OTHERS[next.other](author, next);
          else author.take(next);
        for (const uuid of author.uploading) author.forget(uuid);
        expectNoEmptyGroup(editor);
        const last = author.page.shown;
        const { position } = editor.history;
        for (const replay of ['undo', 'redo'] as const) {
          while (replay === 'undo' ? editor.canUndo : editor.history.position < position) {
            const { page } = editor;
            expect(editor[replay]()).to.equal(true);
            expect(editor.page).not.to.eql(page);
            for (const uuid of author.forgotten) expect(editor.blocks.has(uuid)).to.equal(false);
            expectNoEmptyGroup(editor);
          }
          expectShown(author.page.shown, replay === 'undo' ? first : last);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('forgets the groups that contain nothing else, which undo and redo would add empty [UL3, E58]', () => {
    for (const isUndone of [false, true]) {
      const { editor } = new TestPage();
      const first = editor.page;
      const add = (uuid: string) =>
        editor.add({ type: 'image', uuid, content: { url: 'blob:x' } }).unwrap();
      for (const uuid of ['a', 'b', 'c']) add(uuid);
      editor.group(['a', 'b']).unwrap();
      editor.group([...editor.selection, 'c']).unwrap();
      if (isUndone) for (const _ of 'ab') editor.undo();
      for (const uuid of ['a', 'b', 'c']) editor.forgetBlock(uuid).unwrap();
      expect([editor.canUndo, editor.canRedo]).to.eql([false, false]);
      expect(editor.page.things).to.eql(first.things);
    }
  });

  it('leaves the others of a group as if it had never been grouped with them, or undo could not dissolve the group, and would then leave it empty [UL3, E58]', () => {
    for (const isUndone of [false, true]) {
      const { editor } = new TestPage();
      const first = editor.page.things;
      const position = { x: 0.5, y: 0.5, width: 0.1, height: 0.1 };
      const [note = ''] = editor.add({ type: 'shape', position }).unwrap();
      const alone = editor.page.things;
      const content = { url: 'blob:x' };
      const [image = ''] = editor
        .add({ type: 'image', content, position: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } })
        .unwrap();
      const group = editor.group([note, image]).unwrap();
      editor.nudge(10, 0);
      if (isUndone) for (const _ of 'ab') editor.undo();
      editor.forgetBlock(image).unwrap();
      if (isUndone) while (editor.redo());
      const boxOf = (uuid: string) => {
        const { x, y, width, height } = editor.blocks.get(uuid)?.position ?? {};
        return { x, y, width, height };
      };
      const moved = editor.blocks.get(group)?.position.x;
      expect(boxOf(note)).to.eql({ ...position, x: 0, y: 0 });
      expect(moved).to.be.greaterThan(0.5);
      editor.undo();
      expect(boxOf(group)).to.eql(position);
      expect(boxOf(note)).to.eql({ ...position, x: 0, y: 0 });
      editor.undo();
      expect(editor.page.things).to.eql(alone);
      editor.undo();
      expect(editor.page.things).to.eql(first);
      expect(editor.canUndo).to.equal(false);
      while (editor.redo());
      expect(boxOf(group)).to.eql({ ...position, x: moved });
    }
  });

  it('lets a section be as short as its group is without the image, or a gap would stay on the page or come with redo [UL3, E58]', () => {
    for (const isUndone of [false, true]) {
      const { editor } = new TestPage();
      const heights = () => [
        editor.blocks.get('s1')?.position.height,
        editor.fields.relativeHeight,
      ];
      const common = { parentUuid: 's1' } as const;
      const [note = ''] = editor
        .add({ type: 'shape', ...common, position: { y: 0.1, height: 0.1 } })
        .unwrap();
      const content = { url: 'blob:x' };
      const [image = ''] = editor
        .add({ type: 'image', ...common, content, position: { y: 1, height: 0.5 } })
        .unwrap();
      editor.group([note, image]).unwrap();
      expect(heights()).to.eql([1.55, 2.55]);
      if (isUndone) editor.undo();
      editor.forgetBlock(image).unwrap();
      const all = [heights()];
      if (isUndone) editor.redo();
      while (editor.undo()) all.push(heights());
      while (editor.redo()) all.push(heights());
      for (const each of all) expect(each).to.eql([0.8, 1.8]);
      expect(all.length).to.equal(5);
    }
  });

  it('leaves no empty group where only the images were in it: another block brings the group with it [UL3, E58]', () => {
    const { editor } = new TestPage();
    editor.add({ type: 'shape', uuid: 'note', parentUuid: 's1' }).unwrap();
    const alone = editor.page.things;
    const content = { url: 'blob:x' };
    for (const uuid of ['a', 'b'])
      editor.add({ type: 'image', uuid, parentUuid: 's1', content }).unwrap();
    const group = editor.group(['a', 'b']).unwrap();
    editor.moveInto(group, ['note']).unwrap();
    for (const uuid of ['a', 'b']) editor.forgetBlock(uuid).unwrap();
    const grouped = editor.page.things;
    expect(editor.blocks.get('note')?.parentUuid).to.equal(group);
    expect(editor.undo()).to.equal(true);
    expect(editor.page.things).to.eql(alone);
    expect(editor.redo()).to.equal(true);
    expect(editor.page.things).to.eql(grouped);
    for (const _ of 'ab') editor.undo();
    expect([editor.canUndo, editor.blocks.has('note')]).to.eql([false, false]);
  });

  it('reads the blocks of a large page once, not for each edit in the history, or the browser would stall when many uploads fail [UL3]', () => {
    const blocks = Array.from({ length: 100 }, (_, at) => makeTestBlock(`b${String(at)}`));
    const readsWith = (edits: number): number => {
      const editor = makeTestEditor([makeTestBlock('moved'), makeTestBlock('note'), ...blocks]);
      editor.add({ type: 'image', uuid: 'a', content: { url: 'blob:x' } }).unwrap();
      editor.group(['note', 'a']).unwrap();
      for (let count = 0; count < edits; count++) editor.nudge(1, 0, ['moved']).unwrap();
      const reads = readsOfForgetting(editor, blocks);
      expect(editor.blocks.get('note')?.position).to.include({ x: 0, y: 0 });
      return reads;
    };
    expect(readsWith(40)).to.equal(readsWith(4)).and.be.greaterThan(0);
  });

  it('reads the blocks of a large group once, not for each edit that leaves its blocks in place, or the browser would stall when many uploads fail [UL3]', () => {
    const { position } = makeTestBlock('b');
    const group = makeTestBlock('group', { type: 'group', content: {}, position });
    const names = Array.from({ length: 100 }, (_, at) => `b${String(at)}`);
    const blocks = names.map((uuid) => makeTestBlock(uuid, { parentUuid: 'group' }));
    const painted = makeTestBlock('painted', { parentUuid: 'group' });
    const readsWith = (edits: number): number => {
      const editor = makeTestEditor([group, painted, ...blocks]);
      const inside = { x: 0.05, y: 0.02, width: 0.1, height: 0.05 };
      const image = { type: 'image', uuid: 'a', content: { url: 'blob:x' } } as const;
      editor.add({ ...image, parentUuid: 'group', position: inside }).unwrap();
      for (let count = 1; count <= edits; count++)
        editor.update('painted', { styles: { opacity: count / 100 } }).unwrap();
      return readsOfForgetting(editor, blocks);
    };
    expect(readsWith(40)).to.equal(readsWith(4)).and.be.greaterThan(0);
  });

  it('keeps the height of a locked section, as a whole, so that undo still reverts it [UL3]', () => {
    const { editor } = new TestPage();
    const heightOf = () => editor.blocks.get('s1')?.position.height;
    const image = { type: 'image', uuid: 'a', content: { url: 'blob:x' } } as const;
    editor.add({ ...image, parentUuid: 's1', position: { y: 1, height: 0.5 } }).unwrap();
    editor.remove('a').unwrap();
    editor.setLocked(true, 's1');
    editor.forgetBlock('a').unwrap();
    expect([heightOf(), editor.history.position]).to.eql([1.55, 2]);
    while (editor.undo());
    expect(heightOf()).to.equal(0.8);
  });

  it('on the page is refused while someone else edits it, and then changes nothing [UL3]', () => {
    const { editor } = new TestPage();
    editor.add({ type: 'image', uuid: 'a', content: { url: 'blob:x' } }).unwrap();
    const { page, history } = editor;
    editor.setLockedByOthers(['a']);
    expect(editor.forgetBlock('a')).to.include({ ok: false, code: 'block_locked' });
    expect(editor.page).to.equal(page);
    expect(editor.history).to.equal(history);
    editor.setLockedByOthers([]);
    editor.onBeforeCommit(() => refuse('change_refused'));
    expect(editor.forgetBlock('a')).to.include({ ok: false, code: 'change_refused' });
    expect(editor.history).to.equal(history);
  });

  it('lets undo restore the height of a section whose blocks need more of it at another width of the page, or it would stay too low [UL3, E58]', () => {
    const { editor } = new TestPage();
    editor.updatePage({ style: { margin: undefined } }).unwrap();
    const common = { parentUuid: 's1' } as const;
    const content = { url: 'blob:x' };
    editor.add({ type: 'shape', ...common, position: { y: 0.65, height: 0.1 } }).unwrap();
    editor
      .add({ type: 'image', uuid: 'a', ...common, content, position: { y: 1, height: 0.5 } })
      .unwrap();
    // The margin that a page has by default is not converted.
    editor.setReferenceWidth(1000, { scale: false }).unwrap();
    editor.forgetBlock('a').unwrap();
    const heightOf = () => editor.blocks.get('s1')?.position.height;
    expect(heightOf()).to.equal(0.5);
    editor.undo();
    expect(heightOf()).to.equal(0.8);
    editor.redo();
    expect(heightOf()).to.equal(0.5);
  });

  it('is refused for sections, also removed ones, because the heights of the page in the history would then be wrong [E58]', () => {
    const { editor } = new TestPage();
    const { page, history } = editor;
    expect(editor.forgetBlock('s2')).to.include({ ok: false, code: 'unknown_block' });
    expect([editor.page, editor.history]).to.eql([page, history]);
    editor.remove('s2').unwrap();
    expect(editor.forgetBlock('s2').ok).to.equal(false);
    expect(editor.undo()).to.equal(true);
    expect(editor.page.things).to.eql(page.things);
  });

  it('keeps as much of the height as the blocks of others need [UL3]', () => {
    const { editor } = new TestPage();
    const content = { url: 'blob:x' };
    const position = { y: 1, height: 0.5 };
    editor.add({ type: 'image', uuid: 'a', parentUuid: 's1', content, position }).unwrap();
    const theirs = makeTestBlock('theirs', { position: { y: 0.9 } });
    editor.applyRemote({ added: { theirs }, updated: {}, removed: {} });
    editor.forgetBlock('a').unwrap();
    expect(editor.blocks.get('s1')?.position.height).to.equal(1.05);
    expect(editor.canUndo).to.equal(false);
  });

  for (const [name, edit] of Object.entries(IN_PROGRESS))
    it(`in a group keeps blocks where they are while ${name} is in progress, or they would jump under the user [UL3, E58]`, () => {
      for (const end of ['commit', 'cancel', 'step'] as const) {
        const play = (hasImage: boolean): unknown => {
          const editor = makeTestEditor([], { environment: { measureTextHeight } });
          const common = { parentUuid: 's1' } as const;
          const at = (place: number, size: number) =>
            ({ x: place, y: place, width: size, height: size }) as const;
          const content = { stickyNoteColor: '#FFE27A', stickyNoteText: { text: 'Milk' } };
          editor
            .add({ type: 'sticky-note', uuid: 't', ...common, position: at(0.4, 0.2), content })
            .unwrap();
          editor.add({ type: 'shape', uuid: 'n', ...common, position: at(0.7, 0.1) }).unwrap();
          editor.add({ type: 'shape', uuid: 'far', ...common, position: at(0.9, 0.05) }).unwrap();
          if (hasImage)
            editor
              .add({
                ...{ type: 'image', uuid: 'i', ...common, position: at(0.1, 0.1) },
                content: { url: 'blob:x' },
              })
              .unwrap();
          const image = hasImage ? ['i'] : [];
          const inner = editor.group(['n', 't', ...image]).unwrap();
          const outer = editor.group([inner, 'far']).unwrap();
          editor.begin();
          if (end === 'step') editor.nudge(3, 3, 'n').unwrap();
          const step = end === 'step' ? editor.begin() : undefined;
          edit(editor, inner, outer);
          if (hasImage) editor.forgetBlock('i').unwrap();
          const boxes = (uuids: readonly string[]) =>
            uuids.map((uuid) => {
              const { x = 0, y = 0, width = 0, height = 0 } = editor.boxOf(uuid) ?? {};
              return [x, y, width, height].map((length) => Math.round(length * 1000) / 1000);
            });
          const blocks = ['t', 'n', 'far'];
          const all = [boxes(blocks)];
          editor.stopTextEditing();
          if (end === 'cancel') editor.cancel();
          else if (step !== undefined) editor.cancel(step);
          editor.commit();
          const keep = () => all.push(boxes([...blocks, inner, outer]));
          keep();
          while (editor.undo()) keep();
          while (editor.redo()) keep();
          return all;
        };
        expect(play(true), end).to.eql(play(false));
      }
    });

  it('does nothing to a block that the edit in progress has added or removed, and leaves that edit in progress [UL3]', () => {
    const { editor } = new TestPage();
    editor.add({ type: 'image', uuid: 'a', content: { url: 'blob:x' } }).unwrap();
    editor.begin();
    editor.add({ type: 'image', uuid: 'b', content: { url: 'blob:x' } }).unwrap();
    editor.forgetBlock('b').unwrap();
    expect(editor.blocks.has('b')).to.equal(true);
    editor.forgetBlock('a').unwrap();
    expect([editor.blocks.has('a'), editor.isInProgress]).to.eql([false, true]);
    editor.cancel();
    expect([editor.canUndo, editor.blocks.size]).to.eql([false, 2]);
  });
});
