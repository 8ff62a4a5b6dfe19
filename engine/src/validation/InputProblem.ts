import type { HyperlinkProblem, LinkButtonProblem } from '../links/hyperlink.ts';
import type { PageSlugProblem } from '../model/pageSlug.ts';
import type { PageWordsProblem } from '../model/Page.ts';
import type { SmartEmbedProblem } from './checkSmartEmbed.ts';

/** Codes of what can be wrong with what a person types; their words are the host's. */
export type InputProblem =
  HyperlinkProblem | LinkButtonProblem | PageSlugProblem | PageWordsProblem | SmartEmbedProblem;
