import { editedBlockOf, type Editor, type Point } from '@cobble/engine';
import { MenuPanel } from '../ui/menu/Menu.tsx';
import { DropdownMenu as Radix } from 'radix-ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import { BlockMenuItems } from './BlockMenuItems.tsx';
import { useT } from '../messages/i18n.ts';
import styles from './BlockMenu.module.css';

/** An estimate of the menu's width, px; the menu opens far enough to the left to fit. */
const MENU_WIDTH_PX = 272;

/**
 * The context menu of the selection or the page, opened by a long press, the right button, the Menu
 * key or Shift+F10: at the pointer or, from the keyboard, at the selection. If nothing is selected,
 * the keyboard opens it in the upper middle of the canvas.
 */
export const BlockMenu = observer(function BlockMenu(props: {
  /** The canvas's frame, whose corner is the origin of `view.toView`. */
  readonly frame: HTMLElement | null;
}) {
  const t = useT();
  const store = useEditorStore();
  const { editor, view, menu } = store;
  const { frame } = props;

  useEffect(
    () =>
      editor.onMenu(({ x, y, block, pointerType }) => {
        if (!frame || editedBlockOf(editor.mode) !== null) return;
        // Over an empty area it is the page's menu, except between several selected blocks.
        if (block === null && !isAmongSelected(editor, { x, y })) editor.clearSelection();
        const at = frame.getBoundingClientRect();
        const rect = view.toView({ x, y, width: 0, height: 0 });
        store.openMenu({ x: at.x + rect.x, y: at.y + rect.y, isTouch: pointerType === 'touch' });
      }),
    [store, editor, view, frame],
  );

  useEffect(() => {
    if (!menu) return undefined;
    // The Menu key has opened our menu, and the browser's would cover it.
    const prevent = (event: Event) => {
      event.preventDefault();
    };
    window.addEventListener('contextmenu', prevent, { capture: true });
    return () => {
      window.removeEventListener('contextmenu', prevent, { capture: true });
    };
  }, [menu]);

  if (!menu) return null;
  return (
    <Radix.Root
      // Mounted again for each position, so that it moves there.
      key={`${String(menu.x)}/${String(menu.y)}`}
      open
      modal={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) store.closeMenu();
      }}
    >
      <Radix.Trigger asChild>
        <span
          className={styles['anchor']}
          style={{ left: Math.min(menu.x, innerWidth - MENU_WIDTH_PX), top: menu.y }}
          aria-hidden
          tabIndex={-1}
        />
      </Radix.Trigger>
      <MenuPanel
        label={editor.selection.size > 0 ? t('common.selection') : t('common.page')}
        className={styles['menu']}
        align="start"
        side="right"
        // A finger covers what is below it.
        sideOffset={menu.isTouch ? 28 : 2}
        onClosed={() => {
          // Called with a delay: if another menu has opened in the meantime, it keeps the focus.
          if (!store.menu) focusCanvas(store);
        }}
      >
        <BlockMenuItems />
      </MenuPanel>
    </Radix.Root>
  );
});

function isAmongSelected({ selection, selectionBox: box }: Editor, { x, y }: Point): boolean {
  if (!box || selection.size < 2) return false;
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}
