import { attributesHtml, type Attributes } from '../../html/attributes.ts';
import { IMAGE_CSS } from '../../images/imageHtml.ts';
import type { StaticContext } from '../../RenderOptions.ts';

/** Where only the still image is wanted. */
export const STILL_ONLY = '(prefers-reduced-motion:reduce)';
const MOVING = '(prefers-reduced-motion:no-preference)';

const BARS = 'polygon(0 0,36% 0,36% 100%,0 100%,0 0,64% 0,100% 0,100% 100%,64% 100%,64% 0)';
const TRIANGLE = 'polygon(12% 0,100% 50%,12% 100%,12% 0)';

/**
 * A check box stops what moves, or lets it move where a visitor wants no motion: a control that
 * needs no script. It shows when it is pointed at or focused, and always where nothing can point.
 */
const PAUSABLE_CSS = [
  'video.fill{object-fit:cover;border-radius:inherit;pointer-events:none}',
  // Browsers without scripts show their own controls, which would stand above ours.
  'video.fill::-webkit-media-controls{display:none!important}',
  '.pause,.play{appearance:none;position:absolute;z-index:1;right:8px;bottom:8px;width:clamp(24px,16%,36px);aspect-ratio:1;margin:0;' +
    'border-radius:50%;background:#1E1A16C7;cursor:pointer;pointer-events:auto;forced-color-adjust:none}',
  `.pause::before,.play::before{content:"";position:absolute;inset:31%;background:#FBF7F0}`,
  `.pause::before,.play:checked::before{clip-path:${BARS}}`,
  `.play::before,.pause:checked::before{clip-path:${TRIANGLE}}`,
  '@media (hover:hover){.pause:not(:checked),.play:checked{opacity:0}.b:hover>.pause,.b:hover>.play,.pause:focus-visible,.play:focus-visible{opacity:1!important}}',
  `@media ${MOVING}{.play,.again,.still,.pause:checked~:is(.moving,.both){display:none}.pause:checked~.still{display:inline}}`,
  `@media ${STILL_ONLY}{.pause,.moving,.again,.both,.play:checked~.still{display:none}.play:checked~:is(.again,.both){display:inline}}`,
].join('');

/** What stands at rest, as {@link isPausable} knows it. */
const STILL = '<picture class="still">';

/**
 * Where the image is in a link, nothing that can be pressed may be: the control stands beside the
 * link, over its corner, for all that moves in it.
 */
export const PAUSABLE_LINK_CSS = [
  'a.over{display:flow-root;isolation:isolate;min-height:100%;border-radius:inherit;color:inherit;text-decoration:none}.b:not(.f)>a.over{position:absolute;inset:0}',
  `@media ${MOVING}{.pause:checked~.over :is(.moving,.both){display:none}.pause:checked~.over .still{display:inline}}`,
  `@media ${STILL_ONLY}{.play:checked~.over .still{display:none}.play:checked~.over :is(.again,.both){display:inline}}`,
].join('');

/** What a moving image is made of; each is the inside of a `picture`. */
export interface PausableParts {
  readonly still: string;
  readonly moving: string;
  /** In the place of `moving`, which is then for those who ask for it though they want no motion. */
  readonly video?: {
    readonly address: string | null;
    readonly type: string;
    readonly poster: string | null;
    readonly image: Attributes & { readonly class: string };
  };
}

/** Whether something in a block's HTML moves and can be stopped. */
export function isPausable(html: string): boolean {
  return html.includes(STILL);
}

/** The control: to stop what moves, or to let it move where the visitor wants no motion. */
export function pauseControlsHtml(alt: unknown): string {
  const name = typeof alt === 'string' && alt !== '' ? `: ${alt}` : '';
  const control = (kind: string, verb: string): string =>
    `<input${attributesHtml({ type: 'checkbox', class: kind, 'aria-label': `${verb}${name}` })}>`;
  return control('pause', 'Pause') + control('play', 'Play');
}

/**
 * An image that moves, the same at rest, and a control for it. In a link the control is the link's
 * ({@link PAUSABLE_LINK_CSS}).
 */
export function pausableHtml(
  { still, moving, video }: PausableParts,
  alt: unknown,
  context: StaticContext,
): string {
  context.useCss(IMAGE_CSS);
  context.useCss(PAUSABLE_CSS);
  const controls = context.isInsideLink ? '' : pauseControlsHtml(alt);
  const atRest = `${STILL}${still}</picture>`;
  if (video?.address == null)
    return `${controls}${atRest}<picture class="both">${moving}</picture>`;
  const again = `<picture class="again">${moving}</picture>`;
  return `${controls}${atRest}${videoHtml(video, alt)}${again}`;
}

/** Muted and looping; it is not loaded where no motion is wanted. */
function videoHtml(
  { address, type, poster, image }: NonNullable<PausableParts['video']>,
  alt: unknown,
): string {
  const name = typeof alt === 'string' && alt !== '' ? alt : null;
  const attributes = attributesHtml({
    class: `${image.class} moving`,
    width: image.width,
    height: image.height,
    poster,
    autoplay: true,
    muted: true,
    loop: true,
    playsinline: true,
    'aria-label': name,
    'aria-hidden': name === null ? 'true' : null,
  });
  return `<video${attributes}><source${attributesHtml({ src: address, type, media: MOVING })}></video>`;
}
