import { fontFaceCss } from '@cobble/engine/fonts';
import { observer } from 'mobx-react-lite';
import { createPortal } from 'react-dom';
import { useEditorStore } from '../EditorStoreContext.ts';

/** The families of `--cobble-font-interface`, `--cobble-font-heading` and `--cobble-font-number`. */
const FAMILIES = ['Inter', 'Archivo Black', 'Roboto Mono'];

/**
 * The `@font-face` rules of the interface. Those of the canvas are not enough: users who may not
 * edit have no canvas, and it has only the families that the page uses.
 */
export const InterfaceFonts = observer(function InterfaceFonts(props: {
  readonly baseUrl: string;
}) {
  const { lookUpFont: fonts } = useEditorStore();
  const css = fontFaceCss(FAMILIES, { baseUrl: props.baseUrl, fonts });
  return createPortal(<style>{css}</style>, document.head);
});
