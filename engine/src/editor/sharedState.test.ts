import { expect } from 'chai';
import * as z from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { builtinBlocks } from '../blocks/builtinBlocks.ts';
import { defineKit } from '../blocks/defineKit.ts';
import type { Kit } from '../blocks/Kit.ts';
import { createEditor } from '../createEditor.ts';
import { defaultEnvironment } from '../model/Environment.ts';
import {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from '../permissions/Permissions.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestPage } from '../testing/makeTestPage.ts';

const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ rings: z.number() }),
    defaultContent: () => ({ rings: 1 }),
  }),
});

describe('what editors share with hosts and with each other', () => {
  it('cannot be changed: one host’s change would forbid editing in every later editor [E55]', () => {
    for (const shared of [
      ALL_PERMISSIONS,
      SAMPLE_PERMISSIONS,
      VIEW_ONLY,
      NO_PERMISSIONS,
      defaultEnvironment,
      builtinBlocks,
      builtinBlocks.text,
      builtinBlocks.text.capabilities,
    ])
      expect(Object.isFrozen(shared)).to.equal(true);
    const editor = makeTestEditor();
    expect(() => Object.assign(editor.permissions, { canEdit: false })).to.throw(TypeError);
    expect(() => Object.assign(editor.environment, { log: null })).to.throw(TypeError);
    expect(makeTestEditor().add({ type: 'shape' }).ok).to.equal(true);
  });

  it('is copied: changing permissions or kits after passing them has no effect [E55]', () => {
    const permissions = { ...ALL_PERMISSIONS };
    const kits: Kit[] = [bell];
    const editor = createEditor({ page: makeTestPage(), permissions, kits });
    const configured = createEditor({ page: makeTestPage() });
    configured.configure({ permissions, kits });
    permissions.canEdit = false;
    kits.push({ nonsense: true } as never);
    for (const each of [editor, configured]) {
      expect(each.permissions).to.deep.equal(ALL_PERMISSIONS);
      expect(each.kits).to.deep.equal([bell]).and.satisfy(Object.isFrozen);
      expect(each.add({ type: 'bell' }).ok).to.equal(true);
    }
    // The list was valid when it was first passed.
    for (const read of [
      () => createEditor({ page: makeTestPage(), kits }),
      () => parsePage(makeTestPage(), { kits }),
    ])
      expect(read).to.throw('kits.1.block').with.property('code', 'kit_invalid');
  });
});
