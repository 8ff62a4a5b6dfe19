import type { HyperlinkProblem, LinkButtonProblem } from '../links/hyperlink.ts';
import type { PageSlugProblem } from '../model/pageSlug.ts';
import type { SmartEmbedProblem } from './checkSmartEmbed.ts';

/** Codes for invalid user input. The host supplies the messages. */
export type InputProblem =
  HyperlinkProblem | LinkButtonProblem | PageSlugProblem | SmartEmbedProblem;
