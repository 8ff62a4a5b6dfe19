export {
  makeAutosaveEnvelope,
  parseAutosaveEnvelope,
  shouldRestore,
} from './autosave/autosaveEnvelope.ts';
export type { AutosaveEnvelope } from './autosave/autosaveEnvelope.ts';
export type { AutosaveBase } from './autosave/autosaveBase.ts';
export { rebaseAutosave } from './autosave/rebaseAutosave.ts';
export { defineBlock } from './blocks/BlockDefinition.ts';
export type {
  BlockCapabilities,
  BlockDefinition,
  BlockEmbed,
  BlockNeed,
  BlockOf,
  BlockRole,
  ContentMigration,
  ForeignSchema,
} from './blocks/BlockDefinition.ts';
export type { KitContent, KitContentCode, KitContentProblem } from './blocks/checkContent.ts';
export type { Kit, KitOf } from './blocks/Kit.ts';
export type { KitCanvas, KitCanvasFrame, KitCanvasView } from './blocks/KitCanvasView.ts';
export type {
  KitStaticBlock,
  KitStaticContext,
  KitStaticView,
  StaticAttributes,
  StaticElement,
  StaticNode,
} from './blocks/KitStaticView.ts';
export { blockLinkConflict } from './blocks/blockLinkConflict.ts';
export { asBuiltin, builtinBlocks, findDefinition } from './blocks/builtinBlocks.ts';
export type { BuiltinBlock, BuiltinBlockOf, BuiltinBlockType } from './blocks/builtinBlocks.ts';
export type {
  AnyBlock,
  BlockOfType,
  BlockTypeOf,
  KitBlock,
  UnknownBlock,
} from './blocks/AnyBlock.ts';
export { postsOfChannel } from './blocks/channel/channelPosts.ts';
export type { Post } from './blocks/channel/channelPosts.ts';
export { defineKit } from './blocks/defineKit.ts';
export type { KitParts } from './blocks/defineKit.ts';
export { CARD_COLORS, brandIconColor, layoutEmbedCard } from './blocks/embedCard.ts';
export type { EmbedCard } from './blocks/embedCard.ts';
export { detectEmbed, EMBED_PLATFORMS } from './blocks/embeds.ts';
export type { DetectedEmbed, EmbedPlatform, EmbedType } from './blocks/embeds.ts';
export { gifStillUrl, gifVariantFor } from './blocks/gif/gif.ts';
export type { GifVariant } from './blocks/gif/gif.ts';
export { insetsOf } from './blocks/insets.ts';
export type { Insets } from './blocks/insets.ts';
export { migrateKitBlock } from './blocks/migrateKitBlock.ts';
export type { MigratedBlock } from './blocks/migrateKitBlock.ts';
export { callKit, readKits } from './blocks/readKits.ts';
export { RICH_BUTTON_SIZES } from './blocks/rich-button/richButton.ts';
export { leastSidePaddingPx } from './blocks/rich-button/sidePadding.ts';
export { STICKY_NOTE_SHADE, stickyNoteMarginPx } from './blocks/sticky-note/stickyNote.ts';
export { cornerRadiusPx, minHeightPxOf, minimumHeightPx } from './blocks/minHeight.ts';
export { textStyleOf } from './blocks/textStyleOf.ts';
export type { CopiedBlocks } from './clipboard/clipboardText.ts';
export { routePaste } from './clipboard/routePaste.ts';
export type { PasteContext, PastedData, PasteRefusal, PasteRoute } from './clipboard/routePaste.ts';
export { EDITOR_VERSION } from './constants/editorVersion.ts';
export { GEOMETRY } from './constants/geometry.ts';
export { PALETTE } from './constants/palette.ts';
export type { PaletteFamily } from './constants/palette.ts';
export { createEditor } from './createEditor.ts';
export type {
  AddedBlock,
  BlockPatch,
  ContentPatch,
  NewBlock,
  NewBlockTypeOf,
  PageBody,
  PageFieldsPatch,
  SliderValues,
} from './editor/patches.ts';
export type {
  ChangeOrigin,
  CommitHook,
  Editor,
  EditorConfiguration,
  EditorOptions,
  KeyCommand,
  RunOptions,
  Tool,
} from './editor/Editor.ts';
export type { HistoryEntryType } from './editor/history/Entry.ts';
export type { EditHistory, HistoryEntry } from './editor/history/History.ts';
export { editedBlockOf } from './editor/EditorMode.ts';
export type { EditorMode } from './editor/EditorMode.ts';
export type { EditorRefusal } from './editor/EditorRefusal.ts';
export { locksOf } from './editor/locks.ts';
export { inputEventSchema } from './editor/InputEvent.ts';
export type { HandleName, InputEvent, MenuRequest, ParsedInput } from './editor/InputEvent.ts';
export { defaultEnvironment } from './model/Environment.ts';
export type { Environment, TextMeasureRequest } from './model/Environment.ts';
export type { LogCode, LogMessage } from './model/LogMessage.ts';
export { boundsOfRotated } from './geometry/boxes.ts';
export { uploadedImageSize } from './geometry/insertedSize.ts';
export type { ResizeHandle, ResizeRequest } from './geometry/resizeBox.ts';
export { rotationOf } from './geometry/rotation.ts';
export type { MutableSpatialIndex, SpatialEntry, SpatialIndex } from './geometry/spatialIndex.ts';
export type { FlowBox } from './layout/FlowBox.ts';
export type {
  FlowCluster,
  FlowHidden,
  FlowBackdrop,
  FlowNode,
  FlowPlaced,
  FlowRow,
  FlowStack,
} from './layout/FlowNode.ts';
export { flowBoxOf, flowOfBoxes, quarterPx } from './layout/flowOf.ts';
export type { Flow, FlowBand, FlowOptions } from './layout/flowOf.ts';
export type { FlowGrid, GridArea, FlowTrack } from './layout/gridOf.ts';
export { readingOrderIds } from './layout/readingOrderIds.ts';
export type { PhoneFlowOptions } from './layout/phoneFlow.ts';
export { readingOrderOf } from './layout/readingOrder.ts';
export { escapeLink } from './links/escapeLink.ts';
export { isAssetUrl, isTemporaryUrl } from './links/assetUrl.ts';
export { checkHyperlink, leadsToPage } from './links/hyperlink.ts';
export type { HyperlinkProblem, LinkButtonProblem } from './links/hyperlink.ts';
export { isAllowedMetaName } from './links/metaNames.ts';
export { parseUrl } from './links/parseUrl.ts';
export { isSection, MAX_GROUP_DEPTH } from './model/Block.ts';
export type { Block, Things } from './model/Block.ts';
export { applyChange, invertChange, squashChanges } from './model/Change.ts';
export type { Change } from './model/Change.ts';
export type { NamedEdit } from './model/NamedEdit.ts';
export { CobbleError } from './model/CobbleError.ts';
export { didYouMean } from './model/didYouMean.ts';
export { inputError } from './model/inputError.ts';
export type { Page, PageFields, PageSettings, PageStyle } from './model/Page.ts';
export type { Box, PhonePosition, Point, Position, SizePx } from './model/Position.ts';
export { ok, refuse } from './model/Result.ts';
export type { Refusal, Result, Success } from './model/Result.ts';
export { cleanHtmlId, sectionHtmlIds } from './model/htmlIds.ts';
export { deepFreeze, equalJson } from './model/json.ts';
export { dateIn, isRtlLanguage } from './model/language.ts';
export { checkPageSlug, INDEX_SLUG, slugOfPath } from './model/pageSlug.ts';
export type { PageSlugProblem } from './model/pageSlug.ts';
export type { Properties } from './model/properties.ts';
export { DEFAULT_BORDER, DEFAULT_SHADOW } from './model/styles.ts';
export type { Background, Border, Shadow, Styles } from './model/styles.ts';
export type { ComposerOptions } from './pages/PageComposer.ts';
export type { UnsavedPage } from './pages/UnsavedPage.ts';
export { createBlankPage } from './pages/createBlankPage.ts';
export type { BlankPageOptions } from './pages/createBlankPage.ts';
export type { ChaosPageOptions } from './pages/createChaosPage.ts';
export { createPage } from './pages/createPage.ts';
export type { NewPage } from './pages/createPage.ts';
export { createStarterPage } from './pages/createStarterPage.ts';
export type { StarterPageOptions } from './pages/createStarterPage.ts';
export type { BuilderOptions } from './pages/readBuilderOptions.ts';
export { STARTER_TIP_IMAGES } from './pages/tips/starterTipImages.ts';
export { ALL_PERMISSIONS, SAMPLE_PERMISSIONS, VIEW_ONLY } from './permissions/Permissions.ts';
export type { Permissions } from './permissions/Permissions.ts';
export { checkPlan, maxBlocksOf } from './permissions/checkPlan.ts';
export type { PageKind, PlannedPage, PlanProblem } from './permissions/checkPlan.ts';
export { pageSizesOf } from './permissions/pageSizes.ts';
export type { PageSizes } from './permissions/pageSizes.ts';
export { permissionsOf } from './permissions/permissionsOf.ts';
export type { PageAccess, PermissionsRequest } from './permissions/permissionsOf.ts';
export { allowsFeature, planOf, PLANS } from './permissions/plans.ts';
export type { Plan, PlanAccount, PlanFeature, PlanName } from './permissions/plans.ts';
export { ROLES } from './permissions/roles.ts';
export type { Role } from './permissions/roles.ts';
export type { SnapGuide } from './snapping/snapGuides.ts';
export type { SnappedReferenceWidth } from './snapping/snapReferenceWidth.ts';
export { createSnapTargets } from './snapping/snapTargets.ts';
export type { SnapScene, SnapTargets } from './snapping/snapTargets.ts';
export { snapTranslation } from './snapping/snapTranslation.ts';
export type { Snapped } from './snapping/snapTranslation.ts';
export {
  FONT_SIZE_PRESETS,
  fontSizeInput,
  LINE_HEIGHT_PRESETS,
  TEXT_DEFAULTS,
  textStyleCss,
} from './text/TextStyle.ts';
export type { CssDeclarations, CssLength, TextStyle } from './text/TextStyle.ts';
export { cutText } from './text/cutText.ts';
export { plainFromRichText, richTextFromPlain } from './text/richText.ts';
export type { RichText, RichTextMark, RichTextNode } from './text/richText.ts';
export { headingSizeOf } from './text/richTextSizes.ts';
export { BULLET_MARKER, LIST_INDENT_EM, richTextCss } from './text/richTextCss.ts';
export type { CssRules, RichTextCssOptions } from './text/richTextCss.ts';
export { richTextSchema } from './text/richTextSchema.ts';
export type { TextAlign } from './text/richTextSchema.ts';
export { withoutLastLineBreaks } from './text/withoutLastLineBreaks.ts';
export type { InputProblem } from './validation/InputProblem.ts';
export { checkSmartEmbed } from './validation/checkSmartEmbed.ts';
export type { SmartEmbedProblem } from './validation/checkSmartEmbed.ts';
export { maxInsetPx, opacityFromPercent } from './validation/clampStyles.ts';
export { numberInput } from './validation/numberInput.ts';
