/**
 * Small mistakes in code that users' pages depend on. Each has the file, the original code (which
 * must occur exactly once), its replacement, and the tests of which at least one must fail.
 *
 * @typedef {{ file: string, from: string, to: string, tests: readonly string[] }} Mutant
 *
 * @type {readonly Mutant[]}
 */
export const MUTANTS = [
  ...inFile(
    'model/Change.ts',
    ['model/Change.test.ts'],
    [
      ['added: change.removed,', 'added: change.added,'],
      ['updated[uuid] = [to, from];', 'updated[uuid] = [from, to];'],
      ['if (!before.has(uuid)) before.set(uuid, from);', 'before.set(uuid, from);'],
      ['else if (!equalJson(from, to)) change', 'else change'],
      ['{ from: change.page.to, to: change.page.from }', 'change.page'],
    ],
  ),
  ...inFile(
    'model/json.ts',
    ['model/Change.test.ts', 'model/json.test.ts'],
    [['a.length === b.length &&', 'a.length <= b.length &&']],
  ),
  ...inFile(
    'model/json.ts',
    ['parsing/fastPath.test.ts', 'parsing/parsePage.test.ts'],
    [["key !== '__proto__' && key !== 'constructor'", "key !== 'constructor'"]],
  ),
  ...inFile(
    'model/Block.ts',
    ['parsing/parsePage.test.ts'],
    [["return block.type === 'group' && block.parentUuid", 'return block.parentUuid']],
  ),
  ...inFile(
    'model/Block.ts',
    ['testing/badArguments.test.ts'],
    [['(isSafeKey(id) && !(id in Object.prototype))', '!(id in Object.prototype)']],
  ),
  ...inFile(
    'parsing/checkTree.ts',
    ['parsing/parsePage.test.ts'],
    [
      ['if (block.uuid !== key)', 'if (false)'],
      ['.capabilities.containsBlocks)', '.capabilities.containsBlocks && false)'],
      ['return sections > 0 ? null', 'return sections >= 0 ? null'],
      ['block.parentUuid !== undefined && block.parentUuid === last', 'block.parentUuid === last'],
    ],
  ),
  ...inFile(
    'parsing/fastReader.ts',
    ['parsing/fastPath.test.ts', 'parsing/parsePage.test.ts'],
    [['return Number.isFinite(value) ? value : FALL_BACK', 'return value']],
  ),
  ...inFile(
    'parsing/fastReader.ts',
    ['parsing/fastPath.test.ts'],
    [
      ['if (missing !== 0) return FALL_BACK;', ''],
      ['value.length <= longest && passes', 'passes'],
      ['(!isWhole || Number.isSafeInteger(value)) &&', ''],
      ['!global && !sticky', '!sticky'],
      ['Object.hasOwn(valid, key) && value === valid[key]', 'Object.hasOwn(valid, key)'],
      ['Object.hasOwn(valid, key) && value === valid[key]', 'value === valid[key]'],
      ['return missing === 0;', 'return true;'],
    ],
  ),
  ...inFile(
    'parsing/fastPath.ts',
    ['parsing/fastPath.test.ts'],
    [
      ['return match?.validEnd ? to : FALL_BACK;', 'return to;'],
      ['rules.rank <= rank || ', ''],
      ['    rule.test(value);\n', ''],
    ],
  ),
  ...inFile(
    'editor/PageStore.ts',
    ['editor/PageStore.test.ts'],
    [
      [
        '    this.changed.reportObserved();\n    this.hasUnreadChange = false;',
        '    this.changed.reportObserved();',
      ],
    ],
  ),
  ...inFile(
    'editor/Marks.ts',
    ['editor/PageStore.test.ts'],
    [
      ['if (this.journal && !this.journal.has(uuid))', 'if (this.journal)'],
      [
        'for (const [uuid, previous] of records) this.record(uuid, previous);',
        'this.journal?.clear();',
      ],
    ],
  ),
  ...inFile(
    'editor/PageIndex.ts',
    ['editor/PageStore.test.ts'],
    [['if (!wasDirty) this.atom.reportChanged();', '']],
  ),
  ...inFile(
    'editor/settle.ts',
    ['editor/settle.test.ts', 'editor/commands/blocks.test.ts', 'editor/editorLaws.test.ts'],
    [
      ['height > (needed?.get(section) ?? section.position.height)', 'height > 0'],
      ['if (y >= parent.y && y < parent.y + parent.height) return;', 'return;'],
      ['return styles.background === undefined && styles.border === undefined;', 'return true;'],
      ['if (height < section.position.height) state.store', 'state.store'],
      ['x: roundLength(child.position.x - bounds.x),', 'x: child.position.x,'],
    ],
  ),
  ...inFile(
    'editor/zOrder.ts',
    ['editor/commands/reordering.test.ts', 'editor/commands/blocks.test.ts'],
    [
      ['if (first < minZIndex || last > maxZIndex) return null;', ''],
      ['if (step < 1) return null;', ''],
      ['top + 1 + index)', 'top + index)'],
    ],
  ),
  ...inFile(
    'editor/commands/moveSection.ts',
    ['editor/commands/blocks.test.ts'],
    [["direction === 'up' ? from - 1 : from + 1", "direction === 'up' ? from + 1 : from - 1"]],
  ),
  ...inFile(
    'editor/widenBlocks.ts',
    ['editor/commands/blocks.test.ts'],
    [['(width - section.position.width) / 2', 'width - section.position.width']],
  ),
  ...inFile(
    'editor/commands/addSection.ts',
    ['editor/commands/blocks.test.ts'],
    [['order.splice(groupOrder, 0, uuid);', 'order.push(uuid);']],
  ),
  ...inFile(
    'editor/sliceBlocks.ts',
    ['editor/commands/slicing.test.ts'],
    [
      ['height: Math.max(0, below - above)', 'height: below'],
      ['height + moved)', 'height)'],
    ],
  ),
  ...inFile(
    'editor/commands/removeBlocks.ts',
    ['editor/commands/blocks.test.ts'],
    [
      ['  if (deleted.ok) shrinkLastSection(state);\n', ''],
      ['sectionIds.every(', 'sectionIds.some('],
    ],
  ),
  ...inFile(
    'editor/locks.ts',
    ['editor/commands/blocks.test.ts'],
    [
      ['if (!options.deep) continue;', 'continue;'],
      ["uuids.length === 1 ? 'block_locked'", "uuids.length > 1 ? 'block_locked'"],
    ],
  ),
  ...inFile(
    'editor/history/History.ts',
    [
      'createEditor.test.ts',
      'collaboration/client/rejectedUndos.test.ts',
      'collaboration/client/undoBeforeAck.test.ts',
      'editor/history/undecided.test.ts',
    ],
    [
      ['entry.serial > this.newestEdit && entry.isUndone', 'entry.isUndone'],
      [
        '!this.isEmpty(entry.reported) && this.isInEffect(entry.done)',
        '!this.isEmpty(entry.reported)',
      ],
      ['entry.hasPart && !this.isEmpty(entry.reported)', 'entry.hasPart'],
      ['!this.dependsOnPage || this.room.hasUndecided()', '!this.dependsOnPage'],
      ['for (const each of this.entries) each.isOverwritten = false;', ';'],
      ['each.hasPart) each.follow([entry]);', 'each.hasPart) continue;'],
      ['isOverwritten || isUndecided', 'isOverwritten'],
      ['entry === this.taken || !', '!'],
      ['if (entry?.hasPart) entry.follow(this.entries);', ''],
    ],
  ),
  ...inFile(
    'editor/history/undoOrder.ts',
    ['collaboration/client/rejectedUndos.test.ts', 'collaboration/client/undoBeforeAck.test.ts'],
    [
      ["stack === 'done' ? 1 : -1", "stack === 'done' ? 0 : -1"],
      ["stack === 'done' ? withPartsOnTop(found) : found", 'found'],
      ['serial > part.serial && needsBlocksOf(done, part.done)', 'serial > part.serial'],
      ['a.rejections - b.rejections', '0'],
      ['filter(({ hasPart }) => hasPart).reverse()', 'filter(({ hasPart }) => hasPart)'],
    ],
  ),
  ...inFile(
    'editor/history/Entry.ts',
    [
      'createEditor.test.ts',
      'editor/history/undoOwnChanges.test.ts',
      'collaboration/client/rejectedUndos.test.ts',
      'collaboration/client/undoBeforeAck.test.ts',
    ],
    [
      ['step.inverse ??= invertChange(effect)', 'step.inverse ??= effect'],
      ['isPartial ? leftAfter(step, done) : (step.absent ?? EMPTY_CHANGE)', 'EMPTY_CHANGE'],
      ['(step.absent ?? EMPTY_CHANGE)', 'EMPTY_CHANGE'],
      ['combineChanges(step.inverse, undone)', 'step.inverse'],
      ["kind === 'undo' ? before.done : EMPTY_CHANGE", 'EMPTY_CHANGE'],
    ],
  ),
  ...inFile(
    'editor/history/ownChangesOnly.ts',
    [
      'editor/configure.test.ts',
      'editor/history/undoOwnChanges.test.ts',
      'editor/history/undoTree.test.ts',
    ],
    [
      ['now === from ? to', 'now !== null ? to'],
      ['isUntouched && plan.size === total', 'plan.size === total'],
      ['isUntouched && plan.size === total', 'isUntouched'],
      ['  keepFilledGroups(page, plan);\n', ''],
      ['moved && areWellPlaced(page, moved)', 'moved'],
      ['from.contentVersion !== to.contentVersion', 'false'],
      ['    dropMisplaced(page, plan);\n', ''],
      ['    size = plan.size;\n', '    size = 0;\n'],
      ['depth > MAX_GROUP_DEPTH ||', ''],
    ],
  ),
  ...inFile(
    'snapping/snapGuides.ts',
    ['snapping/snapping.test.ts'],
    [['lines.lowerBound(point - EPSILON)', 'lines.lowerBound(point + EPSILON)']],
  ),
  ...inFile(
    'snapping/SortedLines.ts',
    ['snapping/snapping.test.ts'],
    [['above < below ? above : -below', 'above > below ? above : -below']],
  ),
  ...inFile(
    'snapping/snapResize.ts',
    ['snapping/snapping.test.ts'],
    [['Math.abs(offset) <= tolerance ? offset : 0', 'offset']],
  ),
  ...inFile(
    'clipboard/clipboardText.ts',
    ['clipboard/clipboardText.test.ts'],
    [
      ["/[<>&'\\u00a0]/g", "/[&'\\u00a0]/g"],
      ['    rejectNewer(copy);\n', ''],
    ],
  ),
  ...inFile(
    'clipboard/checkBlocks.ts',
    ['clipboard/clipboardText.test.ts'],
    [
      ['if (parent) add(parent);', ''],
      ['if (blocks.has(block.uuid))', 'if (false)'],
    ],
  ),
  ...inFile(
    'editor/commands/pasteBlocks.ts',
    ['editor/commands/clipboard.test.ts'],
    [
      ['content.pageID !== state.store.fields.ID', 'content.pageID === state.store.fields.ID'],
      ['if (overCap) return overCap;', ''],
    ],
  ),
  ...inFile(
    'links/hyperlink.ts',
    ['links/hyperlink.test.ts'],
    [
      ["isSafe(link) && !link.startsWith('//') ? null", 'isSafe(link) ? null'],
      ['EMAIL.test(link) || PHONE.test(link))', "link.startsWith('javascript:'))"],
      ['isExternalLink(link) || (isSafe(link) && PHONE.test(link))', 'true'],
    ],
  ),
  ...inFile(
    'validation/clampStyles.ts',
    ['validation/styleInputs.test.ts'],
    [
      [
        'clamp(Math.min(width, height) / 2, MAX_INSET_PX)',
        'clamp(Math.min(width, height), MAX_INSET_PX)',
      ],
    ],
  ),
  ...inFile(
    'permissions/permissionsOf.ts',
    ['permissions/permissionsOf.test.ts'],
    [
      ['page.isPublic && !page.isDisabled', 'page.isPublic'],
      ['(page.isRestricted !== true || hasPassword)', 'true'],
    ],
  ),
  ...inFile(
    'permissions/plans.ts',
    ['permissions/plans.test.ts'],
    [
      [
        "plan('plus', 'Plus', 3, [100, 1000, 20, 10 * GB], PAID)",
        "plan('plus', 'Plus', 3, [100, 10_000, 20, 10 * GB], PAID)",
      ],
    ],
  ),
  ...inFile(
    'migrations/0.2.0.ts',
    ['migrations/golden.test.ts'],
    [['return { ...block, parentUuid: main.uuid };', 'return block;']],
  ),
  ...inFile(
    'migrations/0.3.0.ts',
    ['migrations/golden.test.ts'],
    [['y: y / LEGACY_WINDOW_PX', 'y: x / LEGACY_WINDOW_PX']],
  ),
  ...inFile(
    'migrations/0.4.1.ts',
    ['migrations/golden.test.ts', 'migrations/hyperlinkTargets.test.ts'],
    [
      [
        "isSameSite(hyperlink, hosts) ? '_self' : '_blank'",
        "isSameSite(hyperlink, hosts) ? '_blank' : '_self'",
      ],
      ["return !hyperlink.startsWith('//');", 'return true;'],
    ],
  ),
  ...inFile(
    'migrations/0.5.3.ts',
    ['migrations/golden.test.ts'],
    [['MIGRATED_RADIUS_PX = 6', 'MIGRATED_RADIUS_PX = 8']],
  ),
  ...inFile(
    'collaboration/merge/settlePositions.ts',
    ['collaboration/merge/merging.test.ts', 'collaboration/merge/settlePositions.test.ts'],
    [
      // Positions are converted before the heights of the sections above are final.
      [
        'if (!(yield* keepSpace(op, height)) || op.converted.size === 0) break;',
        'if (!(yield* keepSpace(op, height)) || op) break;',
      ],
    ],
  ),
  ...inFile(
    'collaboration/merge/settlePositions.ts',
    ['collaboration/merge/merging.test.ts', 'collaboration/merge/settlePositions.test.ts'],
    [
      // Blocks in a group are converted by its old position instead of its new one.
      [
        'this.intended.get(each) ?? this.records.blocks.get(each)?.position;',
        'this.records.blocks.get(each)?.position;',
      ],
    ],
  ),
  ...inFile(
    'collaboration/merge/removeThings.ts',
    ['collaboration/merge/merging.test.ts', 'collaboration/room/roleChanges.test.ts'],
    [["'block_locked' && !op.senderHistory.hasAdded(block.uuid)", "'block_locked'"]],
  ),
  ...inFile(
    'collaboration/room/OpQueue.ts',
    ['collaboration/room/roleChanges.test.ts'],
    [
      [
        'if (mayWrite(role)) kept.push({ ...each, role });',
        'if (kept.length >= 0) kept.push(each);',
      ],
    ],
  ),
];

function inFile(file, tests, changes) {
  return changes.map(([from, to]) => ({ file, from, to, tests }));
}
