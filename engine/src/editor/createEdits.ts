import type { Kit } from '../blocks/Kit.ts';
import { isSection } from '../model/Block.ts';
import { ok, refuse, type Result } from '../model/Result.ts';
import { createChaosPage } from '../pages/createChaosPage.ts';
import type { BlockPatch, PageBody } from './patches.ts';
import { addBlocks } from './commands/addBlocks.ts';
import { addSection } from './commands/addSection.ts';
import { ALIGN_EDGES, alignBlocks } from './commands/alignBlocks.ts';
import { copyBlocks } from './commands/copyBlocks.ts';
import { cutBlocks } from './commands/cutBlocks.ts';
import { cycleTextAlign } from './commands/cycleTextAlign.ts';
import { distributeBlocks } from './commands/distributeBlocks.ts';
import { duplicateBlocks } from './commands/duplicateBlocks.ts';
import { endOfUpload, finishUpload } from './commands/finishUpload.ts';
import { forgetBlock } from './commands/forgetBlock.ts';
import { fitSection } from './commands/fitSection.ts';
import { flipBlocks } from './commands/flipBlocks.ts';
import { groupBlocks } from './commands/groupBlocks.ts';
import { lockBlocks } from './commands/lockBlocks.ts';
import { moveBlocksInto } from './commands/moveBlocksInto.ts';
import { moveSection } from './commands/moveSection.ts';
import { nudgeBlocks } from './commands/nudgeBlocks.ts';
import { pasteBlocks } from './commands/pasteBlocks.ts';
import { placeOnPhone } from './commands/placeOnPhone.ts';
import { removeBlocks } from './commands/removeBlocks.ts';
import { reorderBlocks, STACK_MOVES } from './commands/reorderBlocks.ts';
import { readReplacement, replacePage } from './commands/replacePage.ts';
import { resizeSection } from './commands/resizeSection.ts';
import { scaleBlocks } from './commands/scaleBlocks.ts';
import { scaleSection } from './commands/scaleSection.ts';
import { setAutowidth } from './commands/setAutowidth.ts';
import { setHtmlId } from './commands/setHtmlId.ts';
import { setReadingOrder } from './commands/setReadingOrder.ts';
import { setReferenceWidth } from './commands/setReferenceWidth.ts';
import { sliceSection } from './commands/sliceSection.ts';
import { styleBlocks } from './commands/styleBlocks.ts';
import { tidyBlocks } from './commands/tidyBlocks.ts';
import { ungroupBlocks } from './commands/ungroupBlocks.ts';
import { updateBlocks } from './commands/updateBlocks.ts';
import { updatePage } from './commands/updatePage.ts';
import type { Editor } from './Editor.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { Command, EditorState } from './EditorState.ts';
import {
  orThrow,
  type Read,
  readBoolean,
  readCopied,
  readFactor,
  readFinitePoint,
  readFlags,
  readId,
  readIds,
  readIndex,
  readIndexOption,
  readNumber,
  readOneOf,
  readPhonePosition,
  readReferenceWidth,
  readScale,
  readSize,
  readSliders,
  readString,
} from './readArguments.ts';
import {
  readNewBlocks,
  readPagePatch,
  readParts,
  readPatches,
  readSharedPatch,
} from './readPatches.ts';
import { isUploading, uploadingIds } from './uploads.ts';

/** The calls of an editor that edit the page. */
export type Edits = Pick<Editor<Kit>, EditName>;

type EditName =
  | 'add'
  | 'addSection'
  | 'align'
  | 'copy'
  | 'cut'
  | 'cycleTextAlign'
  | 'distribute'
  | 'duplicate'
  | 'finishUpload'
  | 'fitSection'
  | 'flip'
  | 'forgetBlock'
  | 'group'
  | 'moveInto'
  | 'moveSection'
  | 'nudge'
  | 'paste'
  | 'placeOnPhone'
  | 'remove'
  | 'reorder'
  | 'replacePage'
  | 'resizeSection'
  | 'scale'
  | 'scaleSection'
  | 'setAutowidth'
  | 'setHtmlId'
  | 'setLocked'
  | 'setReadingOrder'
  | 'setReferenceWidth'
  | 'setSliderStyles'
  | 'slice'
  | 'stage'
  | 'tidy'
  | 'ungroup'
  | 'unleashChaosMonkey'
  | 'update'
  | 'updateEach'
  | 'updatePage';

const AXES = ['horizontal', 'vertical'] as const;
/** Of calls that select what they make. */
const SELECT = ['select'] as const;
const DIRECTIONS = ['up', 'down'] as const;
const SLIDERS = ['opacityPercent', 'paddingPx', 'borderRadiusPx', 'blurPx'] as const;

/**
 * The table of an editor's edits: how each call reads its arguments, and the command that it runs.
 * `Editor.ts` documents the calls.
 *
 * @param stopTextEditing called before the whole page is replaced
 */
export function createEdits(state: EditorState, stopTextEditing: () => void): Edits {
  /** The blocks to edit: the ones given, which must be on the page, or else the selected ones. */
  function blocksOf(uuids: unknown): Read<readonly string[]> {
    if (uuids === undefined) return ok([...state.selection.ids]);
    const given = readIds(uuids);
    const unknown = given.ok ? given.value.find((uuid) => !state.blocks.has(uuid)) : undefined;
    return unknown === undefined
      ? given
      : refuse('unknown_block', { path: 'uuids', uuid: unknown });
  }

  /**
   * The blocks to edit, for an edit that does nothing with sections. Selected sections are left out by
   * the command, but to give one is a mistake.
   */
  function nonSectionsOf(uuids: unknown): Read<readonly string[]> {
    const blocks = blocksOf(uuids);
    if (!blocks.ok || uuids === undefined) return blocks;
    const section = blocks.value.find((uuid) => {
      const block = state.blocks.get(uuid);
      return block !== undefined && isSection(block);
    });
    return section === undefined
      ? blocks
      : refuse('invalid_block', { uuid: section, path: 'uuids', message: 'must not be sections' });
  }

  /**
   * Runs a command as `edit` does, or returns the refusal of the first invalid argument: without the
   * permission to edit, that of the permission.
   */
  function run<Args extends readonly unknown[], Value>(
    command: Command<Args, Value>,
    ...args: { readonly [Index in keyof Args]: Result<Args[Index], EditorRefusal> }
  ): Result<Value, EditorRefusal> {
    const values: unknown[] = [];
    for (const arg of args as readonly Result<unknown, EditorRefusal>[]) {
      if (!arg.ok) return state.permissions.canEdit ? arg : refuse('not_permitted');
      values.push(arg.value);
    }
    return state.inProgress.edit(command, ...(values as unknown as Args));
  }

  /** Patches blocks. Uploads that this finishes are not part of the edit in progress. */
  function update(patches: Result<ReadonlyMap<string, BlockPatch>, EditorRefusal>) {
    if (!patches.ok) return patches;
    // Only a change of the content ends an upload.
    if (!hasContent(patches.value)) return state.inProgress.edit(updateBlocks, patches.value);
    const contents = [...patches.value].flatMap(([uuid, { content }]) => (content ? uuid : []));
    const uploading = uploadingIds(state, contents);
    return state.act(() => {
      const updated = state.inProgress.edit(updateBlocks, patches.value);
      for (const uuid of updated.ok ? uploading : []) {
        const finished = state.blocks.get(uuid);
        if (finished && !isUploading(finished, state.kits))
          state.uploads.settle(
            uuid,
            endOfUpload(state, patches.value.get(uuid)?.content, finished),
          );
      }
      return updated;
    });
  }

  /** Reads one patch for at least one block. */
  function readPatch(
    uuids: string | Iterable<string>,
    patch: BlockPatch,
  ): Result<ReadonlyMap<string, BlockPatch>, EditorRefusal> {
    const patches = readSharedPatch(uuids, patch);
    return patches.ok && patches.value.size === 0 ? refuse('nothing_selected') : patches;
  }

  /** Replaces the page. Text editing ends first, unless the replacement is refused. */
  function replace(makeBody: () => PageBody): Result<null, EditorRefusal> {
    if (!state.permissions.canEdit) return refuse('not_permitted');
    return state.act(() => {
      const page = readReplacement(state, makeBody());
      if (!page.ok) return page;
      stopTextEditing();
      return run(replacePage, page);
    });
  }

  return {
    add: (blocks, options) => run(addBlocks, readNewBlocks(blocks), readFlags(options, SELECT)),
    update: (uuids, patch) => update(readPatch(uuids, patch)),
    updateEach: (patches) => update(readPatches(patches)),
    finishUpload(uuid, content) {
      const id = readId('uuid', uuid);
      const patches = id.ok ? readSharedPatch(id.value, { content }) : id;
      return patches.ok ? state.act(() => finishUpload(state, patches.value)) : patches;
    },
    forgetBlock(uuid) {
      const id = readId('uuid', uuid);
      return id.ok ? state.act(() => forgetBlock(state, id.value)) : id;
    },
    remove: (uuids) => run(removeBlocks, blocksOf(uuids)),
    duplicate: (uuids, options) =>
      run(duplicateBlocks, blocksOf(uuids), readFlags(options, SELECT)),
    stage(patch, uuids = state.selection.ids) {
      const patches = readPatch(uuids, patch);
      if (!patches.ok) return patches;
      return state.act(() => {
        const begins = !state.isInProgress;
        if (begins) state.inProgress.begin();
        let staged = false;
        try {
          const result = update(patches);
          staged = result.ok;
          return result;
        } finally {
          if (begins && !staged) state.inProgress.cancel();
        }
      });
    },
    setSliderStyles: (values, uuids) =>
      run(styleBlocks, readSliders(values, SLIDERS), blocksOf(uuids)),
    setHtmlId: (htmlId, uuids) =>
      run(setHtmlId, readString('properties.htmlId', htmlId), blocksOf(uuids)),
    setAutowidth: (on, uuids) => run(setAutowidth, readBoolean('on', on), blocksOf(uuids)),
    cycleTextAlign: (uuids) => run(cycleTextAlign, blocksOf(uuids)),
    setLocked: (locked, uuids) => run(lockBlocks, readBoolean('locked', locked), blocksOf(uuids)),

    reorder: (to, uuids) =>
      run(reorderBlocks, readOneOf('to', to, STACK_MOVES), nonSectionsOf(uuids)),
    align: (edge, uuids) =>
      run(alignBlocks, readOneOf('edge', edge, ALIGN_EDGES), nonSectionsOf(uuids)),
    distribute: (axis, uuids) =>
      run(distributeBlocks, readOneOf('axis', axis, AXES), nonSectionsOf(uuids)),
    flip: (axis, uuids) => run(flipBlocks, readOneOf('axis', axis, AXES), nonSectionsOf(uuids)),
    tidy: (uuids) => run(tidyBlocks, nonSectionsOf(uuids)),
    scale: (factor, uuids) => run(scaleBlocks, readFactor(factor), nonSectionsOf(uuids)),
    nudge: (dxPx, dyPx, uuids) =>
      run(nudgeBlocks, readNumber('dxPx', dxPx), readNumber('dyPx', dyPx), nonSectionsOf(uuids)),
    group: (uuids, options) => run(groupBlocks, nonSectionsOf(uuids), readFlags(options, SELECT)),
    ungroup: (uuids, options) =>
      run(ungroupBlocks, nonSectionsOf(uuids), readFlags(options, SELECT)),
    moveInto: (parent, uuids, options) =>
      run(moveBlocksInto, readId('parent', parent), blocksOf(uuids), readIndexOption(options)),
    setReadingOrder: (parent, uuids) =>
      run(setReadingOrder, readId('parent', parent), uuids === null ? ok([]) : readIds(uuids)),
    placeOnPhone: (uuid, position) =>
      run(placeOnPhone, readId('uuid', uuid), readPhonePosition(position)),

    addSection: (index) => run(addSection, readIndex(index)),
    moveSection: (uuid, direction) =>
      run(moveSection, readId('uuid', uuid), readOneOf('direction', direction, DIRECTIONS)),
    resizeSection: (uuid, size) => run(resizeSection, readId('uuid', uuid), readSize(size)),
    scaleSection: (uuid, factor) => run(scaleSection, readId('uuid', uuid), readFactor(factor)),
    fitSection: (uuid) => run(fitSection, readId('uuid', uuid)),
    slice: (section, y, by) =>
      run(sliceSection, readId('section', section), readNumber('y', y), readNumber('by', by)),
    updatePage: (patch) => run(updatePage, readPagePatch(patch)),
    setReferenceWidth: (px, options) =>
      run(setReferenceWidth, readReferenceWidth(px), readScale(options)),
    replacePage(body) {
      const read = readParts('body', body, [], 'invalid_page');
      return read.ok ? replace(() => read.value) : read;
    },
    unleashChaosMonkey() {
      const { environment, fields, maxBlocks } = state;
      const { settings } = fields;
      return replace(() => createChaosPage({ ...environment, settings, maxBlocks }));
    },

    copy: (uuids) => copyBlocks(state, orThrow(blocksOf(uuids))),
    cut: (uuids) => run(cutBlocks, blocksOf(uuids)),
    paste: (copied, at) =>
      run(pasteBlocks, readCopied(copied), at === undefined ? ok(at) : readFinitePoint('at', at)),
  };
}

function hasContent(patches: ReadonlyMap<string, BlockPatch>): boolean {
  for (const { content } of patches.values()) if (content) return true;
  return false;
}
