/** A storage for edits, by how many of them are in it. */
interface UnsentSlot {
  readonly id: string;
  readonly pageId: number;
  readonly ops: number;
}

/**
 * Edits on this device that are not sent until the app is loaded again or its user logs in: their page
 * is gone, may only be viewed or is of a newer version, or no client can read them [LR15].
 */
export class UnsendableSlots {
  private readonly pages = new Set<number>();
  private readonly slots = new Set<string>();

  /** Adds all edits of a page, which is gone or may not be edited any more. */
  addPage(pageId: number): void {
    this.pages.add(pageId);
  }

  /** Adds a slot, until it has other edits. */
  addSlot(slot: UnsentSlot): void {
    this.slots.add(stateOf(slot));
  }

  has(slot: UnsentSlot): boolean {
    return this.pages.has(slot.pageId) || this.slots.has(stateOf(slot));
  }

  clear(): void {
    this.pages.clear();
    this.slots.clear();
  }
}

function stateOf({ id, ops }: UnsentSlot): string {
  return `${id} ${ops}`;
}
