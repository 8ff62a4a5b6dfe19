import {
  type BuiltinBlockType,
  EDITOR_VERSION,
  type Page,
  type PageSettings,
  type PageStyle,
  type Properties,
  type Styles,
} from '@cobble/engine';
import { encodeDrawing, type Stroke } from '@cobble/engine/drawing';
import { SHAPES } from '@cobble/engine/shapes';
import { PageComposer, type BoxPx, type ComposedBlock } from '@cobble/engine/testing';
import { cutPaper } from './cutPaper.ts';
import { positions, type PenPosition } from './penStrokes.ts';
import { SAMPLE_IMAGES, type SampleImageName } from './images/sampleImages.ts';
import { sampleText, type SampleParagraph } from './sampleText.ts';

/** Style of a text. Sizes are px at the reference width. */
export interface SampleTextStyle {
  readonly font: string;
  readonly sizePx: number;
  readonly color: string;
  readonly lineHeight: number;
  readonly align?: 'left' | 'center' | 'right' | 'justify';
  readonly heading?: 1 | 2 | 3 | 4;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
}

/** Fields that every block of a sample may have. */
export interface SampleExtras {
  readonly rotationDeg?: number;
  readonly styles?: Styles;
  readonly properties?: Properties;
  readonly alt?: string;
}

/** Settings of a sample page. */
export interface SampleSettings extends Required<
  Pick<PageSettings, 'title' | 'description' | 'phoneLayout'>
> {
  /** The page's slug, and the prefix of its blocks' ids. */
  readonly slug: string;
  readonly lang?: string;
  readonly widthPx: number;
  readonly style: PageStyle;
}

/** Position of a text: left, top, width, and its height as a number of lines. */
export type LinesPx = readonly [x: number, y: number, width: number, lines: number];

/** Content is at most this wide on any screen (GEOMETRY.maxContentWidthPx). */
const BLEED_PX = 1366;
const CREATED_AT_MS = Date.UTC(2026, 4, 1);

/** Builder of a sample page; blocks are added from bottom to top. */
export class SampleSheet {
  private readonly settings: SampleSettings;
  private readonly composer: PageComposer;
  /** Ids of the section's blocks so far, without those in groups, in the order they were added. */
  placedIds: readonly string[] = [];
  private ids = 0;
  private groupId: string | undefined;
  /** The distance from the section's left edge to the window's. */
  private windowLeftPx = 0;

  constructor(settings: SampleSettings) {
    this.settings = settings;
    const createId = (): string => `${settings.slug}-${String(++this.ids)}`;
    this.composer = new PageComposer({ createId, now: () => CREATED_AT_MS }, settings.widthPx);
  }

  /**
   * Starts a section; `bleeds` makes it as wide as content can be, around the same window.
   * `order`: ids of its blocks in reading order; may be filled later.
   */
  section(
    heightPx: number,
    styles: Styles = {},
    { bleeds = false, order }: { bleeds?: boolean; order?: readonly string[] } = {},
  ): string {
    const { widthPx } = this.settings;
    this.groupId = undefined;
    this.placedIds = [];
    this.windowLeftPx = bleeds ? (BLEED_PX - widthPx) / 2 : 0;
    return this.composer.section(heightPx, styles, order, bleeds ? BLEED_PX : widthPx);
  }

  /** Adds a block; its box is relative to the section's window or its group. */
  add(box: BoxPx, block: ComposedBlock, extras: SampleExtras = {}): string {
    const [x, y, width, height] = box;
    const { rotationDeg = 0, styles, properties, alt } = extras;
    const composed: ComposedBlock = {
      ...block,
      ...(styles && { styles: { ...block.styles, ...styles } }),
      ...(properties && { properties }),
      ...(alt !== undefined && { altText: alt }),
    };
    const at: BoxPx = [x + (this.groupId === undefined ? this.windowLeftPx : 0), y, width, height];
    const uuid = this.composer.add(at, composed, rotationDeg, this.groupId);
    if (this.groupId === undefined) this.placedIds = [...this.placedIds, uuid];
    return uuid;
  }

  /** Adds a group; the blocks that `addChildren` adds are relative to it. */
  group(box: BoxPx, addChildren: () => void, extras: SampleExtras = {}): string {
    const content = { groupDisplay: 'freeform', groupOrder: 0 };
    const uuid = this.add(box, { type: 'group', content }, extras);
    const outer = this.groupId;
    this.groupId = uuid;
    addChildren();
    this.groupId = outer;
    return uuid;
  }

  /** Adds a text without padding: the box fits its lines. */
  text(
    [x, y, width, lines]: LinesPx,
    paragraphs: string | readonly SampleParagraph[],
    style: SampleTextStyle,
    extras: SampleExtras = {},
  ): string {
    const { font, sizePx, color, lineHeight, align = 'left', heading, isBold, isItalic } = style;
    const text = sampleText(typeof paragraphs === 'string' ? [paragraphs] : paragraphs, heading);
    const content = text.content?.map((node) =>
      node.type === 'heading' && node.attrs?.sizePx === null
        ? { ...node, attrs: { ...node.attrs, sizePx } }
        : node,
    );
    return this.add(
      [x, y, width, Math.ceil(lines * sizePx * lineHeight * 4) / 4],
      {
        type: 'text',
        content: {
          text: { ...text, content },
          useAutosize: true,
          font,
          fontSize: sizePx,
          color,
          textAlign: align,
          ...(isBold && { isBold }),
          ...(isItalic && { isItalic }),
        },
        styles: { paddingPx: 0, lineHeight },
      },
      extras,
    );
  }

  /** A shape from the catalogue, centred, with its longer side as given. */
  shape(
    name: string,
    color: string,
    [x, y]: PenPosition,
    sizePx: number,
    extras: SampleExtras = {},
  ): string {
    const ratio = SHAPES[name]?.aspectRatio ?? 1;
    const width = ratio > 1 ? sizePx / ratio : sizePx;
    const height = width * ratio;
    return this.stretched(name, color, [x - width / 2, y - height / 2, width, height], extras);
  }

  /** A shape from the catalogue stretched to a box: `rectangle`, `oval` and others. */
  stretched(name: string, color: string, box: BoxPx, extras: SampleExtras = {}): string {
    const content = { shapeType: name, shapeColor: color };
    return this.add(box, { type: 'shape', content }, extras);
  }

  /** A polygon of paper; corners are px from its box's corner, `'0 0, 40 0, 20 30'`. */
  paper(
    box: BoxPx,
    color: string,
    corners: string | readonly PenPosition[],
    extras: SampleExtras & { readonly isSmooth?: boolean } = {},
  ): string {
    const [, , width, height] = box;
    const at = typeof corners === 'string' ? positions(corners) : corners;
    const shapePath = cutPaper(at, [width, height], extras.isSmooth);
    return this.add(
      box,
      { type: 'shape', content: { shapeType: 'path', shapeColor: color, shapePath } },
      extras,
    );
  }

  /** A drawing; strokes are px from its box's corner. */
  ink(box: BoxPx, strokes: readonly Stroke[], extras: SampleExtras = {}): string {
    const [, , width, height] = box;
    const drawingPaths = encodeDrawing(strokes);
    return this.add(
      box,
      { type: 'drawing', content: { drawingPaths, drawingWidth: width, drawingHeight: height } },
      extras,
    );
  }

  /** An image that covers its box. */
  image(box: BoxPx, name: SampleImageName, alt: string, extras: SampleExtras = {}): string {
    const { width, height } = SAMPLE_IMAGES[name];
    const content = { url: `/assets/${name}.webp`, naturalWidth: width, naturalHeight: height };
    return this.add(box, { type: 'image', content }, { ...extras, alt });
  }

  /** A sticky note. */
  note(
    box: BoxPx,
    color: string,
    text: string,
    style: {
      readonly font: string;
      readonly size: number;
      readonly color?: string;
      readonly align?: 'left' | 'center';
      readonly title?: string;
    },
    extras: SampleExtras = {},
  ): string {
    const { title, ...rest } = style;
    return this.add(
      box,
      {
        type: 'sticky-note',
        content: {
          stickyNoteColor: color,
          ...(title !== undefined && { stickyNoteTitle: title }),
          stickyNoteText: { text, ...rest },
        },
      },
      extras,
    );
  }

  /** A button with a link. */
  button(
    box: BoxPx,
    color: string,
    hyperlink: string,
    words: {
      readonly text: string;
      readonly font: string;
      readonly size: number;
      readonly color?: string;
      readonly bold?: boolean;
      readonly align?: 'left' | 'center' | 'right';
      readonly icon?: string;
    },
    extras: SampleExtras = {},
  ): string {
    const { icon, ...richButtonText } = words;
    return this.add(
      box,
      {
        type: 'rich-button',
        content: {
          richButtonColor: color,
          richButtonText,
          ...(icon !== undefined && { richButtonIcon: { icon, placement: 'left' } }),
        },
      },
      { ...extras, properties: { hyperlink, ...extras.properties } },
    );
  }

  /** An embed. */
  embed(
    box: BoxPx,
    type: BuiltinBlockType,
    content: object,
    alt: string,
    extras: SampleExtras = {},
  ): string {
    return this.add(box, { type, content }, { ...extras, alt });
  }

  /** Returns the page. */
  page(): Page {
    const { slug, title, description, phoneLayout, lang = 'en', widthPx, style } = this.settings;
    const createdAt = new Date(CREATED_AT_MS).toISOString();
    return {
      ID: 1,
      slug,
      site: { ID: 1, slug: 'samples' },
      accountID: 1,
      isPublic: true,
      isListed: true,
      isPeekable: true,
      isDisabled: false,
      relativeHeight: this.composer.relativeHeight,
      createdAt,
      updatedAt: createdAt,
      revision: 1,
      settings: {
        title,
        description,
        editorVersion: EDITOR_VERSION,
        referenceWidth: widthPx,
        phoneLayout,
        lang,
      },
      style,
      things: this.composer.things,
    };
  }
}
