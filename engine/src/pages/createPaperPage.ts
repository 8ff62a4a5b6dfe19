import { GEOMETRY } from '../constants/geometry.ts';
import type { Page } from '../model/Page.ts';
import { BUILTIN_PAGE_IDS } from '../permissions/pageIds.ts';
import { builtinPage } from './builtinPage.ts';
import { composedText } from './composedText.ts';
import { type ComposerOptions, PageComposer } from './PageComposer.ts';

const WIDTH_PX = GEOMETRY.defaultReferenceWidthPx;
const HEIGHT_PX = 1000;
/** Tops of the ruled lines' blocks in the section, in px: the first, the step and the limit. */
const LINES_PX: Readonly<Record<'first' | 'step' | 'last', number>> = {
  first: 196,
  step: 48,
  last: 910,
};

/**
 * Builds the paper page: a sheet of lined paper to doodle on. It has no owner and is never stored.
 */
export function createPaperPage(options: ComposerOptions): Page {
  const paper = new PageComposer(options, WIDTH_PX);
  paper.section(HEIGHT_PX);
  paper.add([28, 28, 544, 944], {
    type: 'shape',
    content: { shapeType: 'rectangle', shapeColor: '#FFFEFA' },
    styles: { dropShadow: { xPx: 0, yPx: 6, blurPx: 18, color: 'rgba(30,26,22,0.16)' } },
  });
  for (let y = LINES_PX.first; y <= LINES_PX.last; y += LINES_PX.step)
    paper.add([28, y, 544, 18], lineBlock('#DCE6F3'));
  paper.add([96, 28, 18, 944], {
    ...lineBlock('#F3B9AE'),
    content: { shapeType: 'path', shapeColor: '#F3B9AE', shapePath: 'M46 0H54V100H46Z' },
  });
  paper.add(
    [132, 76, 404, 71],
    composedText(['A sheet of paper'], {
      font: 'Caveat',
      sizePx: 64,
      color: '#1E1A16',
      lineHeight: 1.1,
      heading: 1,
    }),
  );
  paper.add(
    [132, 168, 404, 96],
    composedText(['Nothing here is saved, so nothing can go wrong. Press D and doodle.'], {
      font: 'Caveat',
      sizePx: 28,
      color: '#4A4238',
      lineHeight: LINES_PX.step / 28,
    }),
  );
  return builtinPage(paper, {
    ID: BUILTIN_PAGE_IDS.paper,
    slug: 'paper',
    createdAtMs: options.now(),
    settings: {
      title: 'A sheet of paper',
      description: 'A blank sheet to doodle on. Nothing here is saved.',
      referenceWidth: WIDTH_PX,
      // A sheet of paper keeps its layout on a phone.
      phoneLayout: 'scaled',
    },
    style: { backgroundColor: '#EFE6D8', borderColor: '#EFE6D8' },
  });
}

/** A thin line in the middle of a block that is tall enough to tap. */
function lineBlock(shapeColor: string) {
  return {
    type: 'shape',
    content: { shapeType: 'path', shapeColor, shapePath: 'M0 46H100V54H0Z' },
  };
}
