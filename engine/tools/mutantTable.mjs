/**
 * Small mistakes in code that users' pages depend on. Each has the file, the original code (which
 * must occur exactly once), its replacement, and the tests of which at least one must fail.
 *
 * @typedef {{ file: string, from: string, to: string, tests: readonly string[] }} Mutant
 *
 * @type {readonly Mutant[]}
 */
export const MUTANTS = [
  ...in_(
    'model/Change.ts',
    ['model/Change.test.ts'],
    [
      ['added: change.removed,', 'added: change.added,'],
      ['updated[uuid] = [to, from];', 'updated[uuid] = [from, to];'],
      ['if (!before.has(uuid)) before.set(uuid, from);', 'before.set(uuid, from);'],
      ['else if (!equalJson(from, to)) draft', 'else draft'],
      ['{ from: change.page.to, to: change.page.from }', 'change.page'],
    ],
  ),
  ...in_(
    'model/json.ts',
    ['model/Change.test.ts', 'model/json.test.ts'],
    [['a.length === b.length &&', 'a.length <= b.length &&']],
  ),
  ...in_(
    'model/Block.ts',
    ['parsing/parsePage.test.ts'],
    [["return block.type === 'group' && block.parentUuid", 'return block.parentUuid']],
  ),
  ...in_(
    'parsing/checkTree.ts',
    ['parsing/parsePage.test.ts'],
    [
      ['if (block.uuid !== key)', 'if (false)'],
      ['.capabilities.containsBlocks)', '.capabilities.containsBlocks && false)'],
      ['return sections > 0 ? null', 'return sections >= 0 ? null'],
      ['block.parentUuid !== undefined && block.parentUuid === last', 'block.parentUuid === last'],
    ],
  ),
  ...in_(
    'parsing/fastReader.ts',
    ['parsing/fastPath.test.ts', 'parsing/parsePage.test.ts'],
    [
      ["key !== '__proto__' && key !== 'constructor'", "key !== 'constructor'"],
      ['return Number.isFinite(value) ? value : FALL_BACK', 'return value'],
    ],
  ),
  ...in_(
    'parsing/fastReader.ts',
    ['parsing/fastPath.test.ts'],
    [
      ['if (missing !== 0) return FALL_BACK;', ''],
      ['value.length <= longest && passes', 'passes'],
      ['(!isWhole || Number.isSafeInteger(value)) &&', ''],
      ['!global && !sticky', '!sticky'],
    ],
  ),
  ...in_(
    'parsing/fastPath.ts',
    ['parsing/fastPath.test.ts'],
    [
      ['return match?.validEnd ? to : FALL_BACK;', 'return to;'],
      ['rules.rank <= rank || ', ''],
      ['    rule.test(value);\n', ''],
    ],
  ),
  ...in_(
    'editor/PageStore.ts',
    ['editor/PageStore.test.ts'],
    [
      [
        '    this.changed.reportObserved();\n    this.hasUnreadChange = false;',
        '    this.changed.reportObserved();',
      ],
      ['if (this.journal && !this.journal.has(uuid))', 'if (this.journal)'],
      [
        'for (const [uuid, was] of journal) if (!outer.has(uuid)) outer.set(uuid, was);',
        'outer.clear();',
      ],
    ],
  ),
  ...in_(
    'editor/PageIndex.ts',
    ['editor/PageStore.test.ts'],
    [['if (!isKnown) this.atom.reportChanged();', '']],
  ),
  ...in_(
    'editor/settle.ts',
    ['editor/settle.test.ts', 'editor/commands/blocks.test.ts', 'editor/editorLaws.test.ts'],
    [
      ['if (section && height > section.position.height)', 'if (section)'],
      ['if (section === null || section === block.parentUuid) return;', 'return;'],
      [
        'if (group.styles.background !== undefined || group.styles.border !== undefined) return;',
        '',
      ],
      ['if (height < section.position.height) state.store', 'state.store'],
      ['x: roundLength(child.position.x - bounds.x),', 'x: child.position.x,'],
    ],
  ),
  ...in_(
    'editor/zOrder.ts',
    ['editor/commands/reordering.test.ts', 'editor/commands/blocks.test.ts'],
    [
      ['if (first < minZIndex || last > maxZIndex) return null;', ''],
      ['if (step < 1) return null;', ''],
      ['top + 1 + index)', 'top + index)'],
    ],
  ),
  ...in_(
    'editor/commands/moveSection.ts',
    ['editor/commands/blocks.test.ts'],
    [["direction === 'up' ? from - 1 : from + 1", "direction === 'up' ? from + 1 : from - 1"]],
  ),
  ...in_(
    'editor/commands/resizeSection.ts',
    ['editor/commands/blocks.test.ts'],
    [['(width - section.position.width) / 2', 'width - section.position.width']],
  ),
  ...in_(
    'editor/commands/addSection.ts',
    ['editor/commands/blocks.test.ts'],
    [['order.splice(at, 0, uuid);', 'order.push(uuid);']],
  ),
  ...in_(
    'editor/commands/sliceSection.ts',
    ['editor/commands/slicing.test.ts'],
    [
      ['return Math.max(0, below - above);', 'return below;'],
      ['height + shiftBy)', 'height)'],
    ],
  ),
  ...in_(
    'editor/commands/removeBlocks.ts',
    ['editor/commands/blocks.test.ts'],
    [
      ['  shrinkLastSection(state);\n', ''],
      ['sectionIds.every(', 'sectionIds.some('],
    ],
  ),
  ...in_(
    'editor/locks.ts',
    ['editor/commands/blocks.test.ts'],
    [
      ['if (!options.deep) continue;', 'continue;'],
      ["uuids.length === 1 ? 'block_locked'", "uuids.length > 1 ? 'block_locked'"],
    ],
  ),
  ...in_(
    'editor/history/History.ts',
    ['createEditor.test.ts', 'editor/history/undoOwnChanges.test.ts'],
    [
      [
        '    this.undone = [];\n    this.count();\n  }\n\n  /**\n   * Undoes',
        '    this.count();\n  }\n\n  /**\n   * Undoes',
      ],
    ],
  ),
  ...in_(
    'editor/EditorState.ts',
    ['createEditor.test.ts', 'editor/history/undoOwnChanges.test.ts'],
    [
      ['done === back ? entry.change : done && invertChange(done)', 'entry.change'],
      ['done === back ? entry.change : done && invertChange(done)', 'done'],
    ],
  ),
  ...in_(
    'editor/history/ownChangesOnly.ts',
    ['editor/history/undoOwnChanges.test.ts'],
    [
      ['now === from ? to', 'now !== null ? to'],
      ['isUntouched && plan.size === total', 'plan.size === total'],
      ['isUntouched && plan.size === total', 'isUntouched'],
      ['  keepFilledGroups(page, plan);\n', ''],
      ['  dropOrphans(page, plan);\n', ''],
    ],
  ),
  ...in_(
    'snapping/snapGuides.ts',
    ['snapping/snapping.test.ts'],
    [['lines.lowerBound(point - EPSILON)', 'lines.lowerBound(point + EPSILON)']],
  ),
  ...in_(
    'snapping/SortedLines.ts',
    ['snapping/snapping.test.ts'],
    [['above < below ? above : -below', 'above > below ? above : -below']],
  ),
  ...in_(
    'snapping/snapResize.ts',
    ['snapping/snapping.test.ts'],
    [['Math.abs(offset) <= tolerance ? offset : 0', 'offset']],
  ),
  ...in_(
    'clipboard/clipboardText.ts',
    ['clipboard/clipboardText.test.ts'],
    [
      [".replaceAll('<', '\\\\u003c')", ''],
      ['    refuseNewer(copy);\n', ''],
    ],
  ),
  ...in_(
    'clipboard/checkBlocks.ts',
    ['clipboard/clipboardText.test.ts'],
    [
      ['if (parent) add(parent);', ''],
      ['if (blocks.has(block.uuid))', 'if (false)'],
    ],
  ),
  ...in_(
    'editor/commands/pasteBlocks.ts',
    ['editor/commands/clipboard.test.ts'],
    [
      ['content.pageID !== state.store.fields.ID', 'content.pageID === state.store.fields.ID'],
      ['if (overCap) return overCap;', ''],
    ],
  ),
  ...in_(
    'links/hyperlink.ts',
    ['links/hyperlink.test.ts'],
    [
      ["isSafe(link) && !link.startsWith('//') ? null", 'isSafe(link) ? null'],
      ['EMAIL.test(link) || PHONE.test(link))', "link.startsWith('javascript:'))"],
      ['isExternalLink(link) || (isSafe(link) && PHONE.test(link))', 'true'],
    ],
  ),
  ...in_(
    'validation/clampStyles.ts',
    ['validation/styleInputs.test.ts'],
    [
      [
        'clamp(Math.min(width, height) / 2, MAX_INSET_PX)',
        'clamp(Math.min(width, height), MAX_INSET_PX)',
      ],
    ],
  ),
  ...in_(
    'permissions/permissionsOf.ts',
    ['permissions/permissionsOf.test.ts'],
    [
      ['page.isPublic && !page.isDisabled', 'page.isPublic'],
      ['(page.isRestricted !== true || hasPassword)', 'true'],
    ],
  ),
  ...in_(
    'permissions/plans.ts',
    ['permissions/plans.test.ts'],
    [
      [
        "plan('plus', 'Plus', 3, [100, 1000, 20], PAID)",
        "plan('plus', 'Plus', 3, [100, 10_000, 20], PAID)",
      ],
    ],
  ),
  ...in_(
    'migrations/0.2.0.ts',
    ['migrations/golden.test.ts'],
    [['return { ...block, parentUuid: main.uuid };', 'return block;']],
  ),
  ...in_(
    'migrations/0.3.0.ts',
    ['migrations/golden.test.ts'],
    [['y: y / LEGACY_WINDOW_PX', 'y: x / LEGACY_WINDOW_PX']],
  ),
  ...in_(
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
  ...in_(
    'migrations/0.5.3.ts',
    ['migrations/golden.test.ts'],
    [['MIGRATED_RADIUS_PX = 6', 'MIGRATED_RADIUS_PX = 8']],
  ),
  ...in_(
    'collaboration/merge/settlePositions.ts',
    ['collaboration/merge/merging.test.ts', 'collaboration/merge/settlePositions.test.ts'],
    [
      // Positions are converted before the heights of the sections above are final.
      [
        'if (!keepSpace(op, height) || op.converted.size === 0) break;',
        'if (!keepSpace(op, height) || op) break;',
      ],
    ],
  ),
  ...in_(
    'collaboration/merge/settlePositions.ts',
    ['collaboration/merge/merging.test.ts', 'collaboration/merge/settlePositions.test.ts'],
    [
      // Blocks in a group are converted by its old position instead of its new one.
      [
        'this.meant.get(each) ?? this.records.blocks.get(each)?.position;',
        'this.records.blocks.get(each)?.position;',
      ],
    ],
  ),
  ...in_(
    'collaboration/merge/removeThings.ts',
    ['collaboration/merge/merging.test.ts', 'collaboration/room/roleChanges.test.ts'],
    [["'block_locked' && !op.senderHistory.added(block.uuid)", "'block_locked'"]],
  ),
  ...in_(
    'collaboration/room/OpQueue.ts',
    ['collaboration/room/roleChanges.test.ts'],
    [['return mayWrite(role) ? [{ ...each, role }] : [];', 'return [each];']],
  ),
];

function in_(file, tests, changes) {
  return changes.map(([from, to]) => ({ file, from, to, tests }));
}
