import { attributesHtml, type Attributes } from '../../html/attributes.ts';
import { IMAGE_CSS } from '../../images/imageHtml.ts';
import type { Translate } from '../../messages/createTranslate.ts';
import type { StaticContext } from '../../RenderOptions.ts';

/** Visitors who prefer reduced motion see the still image. */
export const STILL_ONLY = '(prefers-reduced-motion:reduce)';
const MOVING = '(prefers-reduced-motion:no-preference)';

const BARS = 'polygon(0 0,36% 0,36% 100%,0 100%,0 0,64% 0,100% 0,100% 100%,64% 100%,64% 0)';
const TRIANGLE = 'polygon(12% 0,100% 50%,12% 100%,12% 0)';

/**
 * A checkbox pauses the animation, or plays it for visitors who prefer reduced motion, without a
 * script. While the animation plays, the checkbox is shown only on hover and focus, except on
 * devices that cannot hover.
 */
const PAUSABLE_CSS = [
  'video.fill{object-fit:cover;border-radius:inherit;pointer-events:none}',
  // Without scripts, browsers show their own controls above ours.
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

/** Start tag of the still image, which {@link isPausable} searches for. */
const STILL = '<picture class="still">';

/**
 * A link must not contain controls. For animated images inside a link, the checkbox is placed next
 * to the link, over its corner, and controls every animation in it.
 */
export const PAUSABLE_LINK_CSS = [
  'a.over{display:flow-root;isolation:isolate;min-height:100%;border-radius:inherit;color:inherit;text-decoration:none}.b:not(.f)>a.over{position:absolute;inset:0}',
  `@media ${MOVING}{.pause:checked~.over :is(.moving,.both){display:none}.pause:checked~.over .still{display:inline}}`,
  `@media ${STILL_ONLY}{.play:checked~.over .still{display:none}.play:checked~.over :is(.again,.both){display:inline}}`,
].join('');

/** The parts of an animated image; each string is the content of a `picture` element. */
export interface PausableParts {
  readonly still: string;
  readonly moving: string;
  /**
   * Used instead of `moving`, which then only plays on request for visitors who prefer reduced
   * motion.
   */
  readonly video?: {
    readonly address: string | null;
    readonly type: string;
    readonly poster: string | null;
    readonly image: Attributes & { readonly class: string };
  };
}

/** Whether a block's HTML contains an animation that can be paused. */
export function isPausable(html: string): boolean {
  return html.includes(STILL);
}

/** The checkboxes that pause and play. */
export function pauseControlsHtml(alt: unknown, t: Translate): string {
  const name = typeof alt === 'string' && alt !== '' ? `: ${alt}` : '';
  const control = (kind: string, verb: string): string =>
    `<input${attributesHtml({ type: 'checkbox', class: kind, 'aria-label': `${verb}${name}` })}>`;
  return control('pause', t('pauseImage')) + control('play', t('playImage'));
}

/**
 * Renders an animated image, its still and its controls. Inside a link, the link renders the
 * controls ({@link PAUSABLE_LINK_CSS}).
 */
export function pausableHtml(
  { still, moving, video }: PausableParts,
  alt: unknown,
  context: StaticContext,
): string {
  context.useCss(IMAGE_CSS);
  context.useCss(PAUSABLE_CSS);
  const controls = context.isInsideLink ? '' : pauseControlsHtml(alt, context.t);
  const stillImage = `${STILL}${still}</picture>`;
  if (video?.address == null)
    return `${controls}${stillImage}<picture class="both">${moving}</picture>`;
  const again = `<picture class="again">${moving}</picture>`;
  return `${controls}${stillImage}${videoHtml(video, alt)}${again}`;
}

/** A muted, looping video; it is not loaded for visitors who prefer reduced motion. */
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
