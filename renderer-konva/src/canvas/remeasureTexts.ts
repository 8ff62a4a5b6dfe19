import { CobbleError, type Editor, editedBlockOf } from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';
import { observable, reaction, runInAction } from 'mobx';
import { browserTextLayouts } from '../resources/browserTextLayouts.ts';
import { fontFamiliesOf } from './fontFamiliesOf.ts';

/**
 * Measures the texts of an editor again when their fonts have loaded, as they were measured in a
 * fallback font until then [TX5]. Waits for the permission to edit, and for the end of a gesture,
 * which would restore the sizes that it began with. If a hook of the host refuses the new sizes, they
 * are tried again after the next change of the page. Returns a function that stops it.
 */
export function remeasureTexts(editor: Editor): () => void {
  const loaded = observable.set<string>();
  const isRefused = observable.box(false);
  const stopListening = browserTextLayouts().onFontsChanged((families) => {
    runInAction(() => {
      for (const family of families) loaded.add(family);
    });
  });
  const stopRetrying = editor.onChange(() => {
    runInAction(() => {
      isRefused.set(false);
    });
  });
  const stopReacting = reaction(
    () =>
      loaded.size > 0 &&
      !isRefused.get() &&
      editor.permissions.canEdit &&
      (!editor.isInProgress || editedBlockOf(editor.mode) !== null),
    (canMeasure) => {
      if (!canMeasure) return;
      const families = new Set(loaded);
      try {
        editor.remeasure((block) =>
          [...fontFamiliesOf(block)].some((family) => isShownIn(family, families)),
        );
        loaded.clear();
      } catch (error) {
        isRefused.set(true);
        // A refusal is not reported: the user has done nothing.
        if (!(error instanceof CobbleError)) throw error;
      }
    },
  );
  return () => {
    stopListening();
    stopRetrying();
    stopReacting();
  };
}

/**
 * Whether text in a family is shown in one of the loaded ones: the family itself or, if its file is
 * missing, its fallback, which loads after the text has been measured [C13].
 */
function isShownIn(family: string, loaded: ReadonlySet<string>): boolean {
  return fontFamilyCss(family)
    .split(', ')
    .some((name) => loaded.has(name.replaceAll('"', '')));
}
