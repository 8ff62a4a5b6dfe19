/** The mounted regions, the one last used first; those that were not used are last. */
let regions: readonly EditorRegion[] = [];

/**
 * The part of the document that belongs to an editor: its root element, and the popups and dialogs
 * that it opens elsewhere in the document. Keys and clipboard events outside of it are the host's
 * or another editor's.
 */
export class EditorRegion {
  /** The element around the editor; null while it is not mounted. */
  root: Element | null = null;
  /** What last had the focus in this region; it can be in a popup, outside of `root`. */
  private focused: EventTarget | null = null;

  /** Must be called when the editor mounts. Returns a function to call when it unmounts. */
  attach(root: Element): () => void {
    this.root = root;
    regions = [...regions, this];
    return () => {
      this.root = null;
      this.focused = null;
      regions = regions.filter((each) => each !== this);
    };
  }

  /** Must be called when something in the region is pressed. */
  readonly noteUse = (): void => {
    if (this.root) regions = [this, ...regions.filter((each) => each !== this)];
  };

  /** Must be called when something in the region gets the focus. */
  readonly noteFocus = ({ target }: { readonly target: EventTarget }): void => {
    this.focused = target;
    this.noteUse();
  };

  /**
   * Whether keys and clipboard events are this editor's, given what has the focus: an element of the
   * region; or nothing, if no other editor was used later.
   */
  owns(focused: EventTarget | null): boolean {
    if (!(focused instanceof Element) || hasNoOwner(focused)) return regions[0] === this;
    let at: Node | null = focused;
    while (at !== null && at !== this.focused && this.root?.contains(at) !== true) {
      // Out of the shadow tree of a web component.
      const tree: Node = at.getRootNode();
      at = tree instanceof ShadowRoot ? tree.host : null;
    }
    return at !== null;
  }

  /** An element of the editor, popups aside. */
  find(selector: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(selector) ?? null;
  }

  /** Focuses the canvas without scrolling to it. */
  focusCanvas(): void {
    this.find('[data-cobble-scroller]')?.focus({ preventScroll: true });
  }
}

/** Whether an element belongs to no editor and no widget of the host: the document, and toasts. */
function hasNoOwner(focused: Element): boolean {
  return focused.matches('html, body, .Toastify *');
}
