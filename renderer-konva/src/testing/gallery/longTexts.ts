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

/** The texts of the blocks of {@link longTextsPage}, by block. */
export const LONG_TEXT_OF: ReadonlyMap<string, string> = new Map(
  LONG_TEXTS.map(([, text], index) => [`sticky-note-${String(index)}`, text]),
);

/**
 * A page with notes of the default size next to each other, in three scripts.
 *
 * @param isLong whether they contain texts that need more than that, or a word each
 */
export function longTextsPage(isLong: boolean): Page {
  const notes = LONG_TEXTS.map(([font, text], index) =>
    blockAt(`sticky-note-${String(index)}`, [20 + index * 190, 20, 180, 180], {
      type: 'sticky-note',
      content: {
        stickyNoteColor: ['#FFE27A', '#CFE8FF', '#FFD0C2'][index],
        stickyNoteText: { text: isLong ? text : 'Milk', font, size: 18 },
      },
    }),
  );
  return pageOf({ blocks: notes, heightPx: 900 });
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
