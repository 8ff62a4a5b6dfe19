import type { Block, Page } from '@cobble/engine';
import { pageOf } from './galleryPage.ts';

/** About 300 characters in each of three scripts, with the font of their block. */
const LONG_TEXTS = [
  [
    'EB Garamond',
    'The market opens at seven: fresh bread, salt from the marshes and whatever the garden gave us this week. Bring a bag, stay for coffee, and ask Ada about the rye with caraway — it sells out by nine. On rainy days we move under the arcade, on windy ones we sing. See you there, neighbours and friends!',
  ],
  [
    'Inter',
    '市場は七時に開きます。焼きたてのパン、塩田の塩、そして今週の庭の恵みをどうぞ。袋をお持ちください。コーヒーもあります。キャラウェイ入りのライ麦パンは九時までに売り切れます。雨の日はアーケードの下へ移ります。風の日は「歌」をうたいます。近所のみなさん、友だちのみなさん、お待ちしています。また来週も同じ場所で会いましょう。',
  ],
  [
    'Lato',
    'يفتح السوق في السابعة صباحا: خبز طازج، وملح من الملاحات، وكل ما جادت به الحديقة هذا الأسبوع. أحضروا معكم حقيبة، وابقوا لتناول القهوة، واسألوا آدا عن خبز الجاودار بالكراوية، فهو ينفد قبل التاسعة. في الأيام الماطرة ننتقل إلى الرواق، وفي الأيام العاصفة نغني. نراكم هناك أيها الجيران والأصدقاء!',
  ],
] as const;

/** The kinds of blocks of {@link longTextsPage}, from the top. */
export const LONG_TEXT_KINDS = ['sticky-note', 'rich-button', 'square', 'round'] as const;

/** A square button has a shorter label: three of them must fit next to each other. */
const labelOf = (kind: string, text: string): string =>
  kind === 'square' || kind === 'round' ? text.slice(0, 90) : text;

/** The text of each block of {@link longTextsPage}. */
export const LONG_TEXT_OF: ReadonlyMap<string, string> = new Map(
  LONG_TEXT_KINDS.flatMap((kind) =>
    LONG_TEXTS.map(([, text], index) => [`${kind}-${String(index)}`, labelOf(kind, text)] as const),
  ),
);

/**
 * A page with notes, buttons, square buttons and round ones, each in three scripts next to each other,
 * with space below.
 *
 * @param isLong whether the blocks contain texts too long for them, or one word each
 * @param kinds only blocks of these kinds
 */
export function longTextsPage(isLong: boolean, kinds: readonly string[] = LONG_TEXT_KINDS): Page {
  const notes = LONG_TEXTS.map(([font, text], index) =>
    blockAt(`sticky-note-${String(index)}`, [20 + index * 190, 20, 180, 180], {
      type: 'sticky-note',
      content: {
        stickyNoteColor: ['#FFE27A', '#CFE8FF', '#FFD0C2'][index],
        stickyNoteText: { text: isLong ? text : 'Milk', font, size: 18 },
      },
    }),
  );
  const buttons = LONG_TEXTS.flatMap(([font, text], index) => {
    const button = (kind: string, icon?: 'left' | 'right') => ({
      type: 'rich-button',
      content: {
        richButtonColor: '#2B4EFF',
        richButtonText: { text: isLong ? labelOf(kind, text) : 'Go', font, bold: true },
        ...(kind !== 'rich-button' && { richButtonSize: 'square' }),
        ...(icon && { richButtonIcon: { icon: 'mail', placement: icon } }),
      },
    });
    const x = 20 + index * 190;
    const icon = ([undefined, 'left', 'right'] as const)[index];
    return [
      blockAt(`rich-button-${String(index)}`, [x, 560, 180, 48], {
        ...button('rich-button', icon),
        styles: { borderRadiusPx: 24 },
      }),
      blockAt(`square-${String(index)}`, [x + 40, 1000, 100, 100], {
        ...button('square'),
        styles: { borderRadiusPx: 12, paddingPx: 8 },
      }),
      blockAt(`round-${String(index)}`, [x + 40, 1300, 80, 80], {
        ...button('round'),
        styles: { borderRadiusPx: 40 },
      }),
    ];
  });
  const blocks = [...notes, ...buttons].filter(({ uuid }) =>
    kinds.some((kind) => uuid.startsWith(kind)),
  );
  return pageOf({ blocks, heightPx: 1900 });
}

function blockAt(
  uuid: string,
  [x, y, width, height]: readonly [number, number, number, number],
  block: Pick<Block, 'type'> & { readonly content: object; readonly styles?: Block['styles'] },
): Block {
  return {
    uuid,
    parentUuid: 'main',
    position: {
      ...{ x: x / 600, y: y / 600, width: width / 600, height: height / 600 },
      ...{ rotationDeg: 0, zIndex: 50_000 },
    },
    styles: {},
    properties: { htmlId: uuid },
    ...block,
  };
}
