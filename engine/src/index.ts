export * from './blocks/index.ts';
export { postsOfChannel } from './blocks/channel/channelPosts.ts';
export type { Post } from './blocks/channel/channelPosts.ts';
export { SAFE_MODE_NOTICE } from './blocks/code-embed/codeEmbed.ts';
export { gifStillUrl, gifVariantFor } from './blocks/gif/gif.ts';
export type { GifVariant } from './blocks/gif/gif.ts';
export { group } from './blocks/group/group.ts';
export { image } from './blocks/image/image.ts';
export { RICH_BUTTON_SIZES, richButton } from './blocks/rich-button/richButton.ts';
export { shape } from './blocks/shape/shape.ts';
export {
  STICKY_NOTE_PLACEHOLDER,
  STICKY_NOTE_SHADE,
  stickyNote,
} from './blocks/sticky-note/stickyNote.ts';
export { text } from './blocks/text/text.ts';
export {
  makeAutosaveEnvelope,
  parseAutosaveEnvelope,
  shouldRestore,
} from './autosave/autosaveEnvelope.ts';
export type { AutosaveEnvelope } from './autosave/autosaveEnvelope.ts';
export { createMemoryStorage } from './collaboration/client/RoomStorage.ts';
export type { RoomStorage } from './collaboration/client/RoomStorage.ts';
export type { RoomSocket, RoomTransport } from './collaboration/client/ClientConnection.ts';
export type { LostText } from './collaboration/client/LostTexts.ts';
export { createRoomClient } from './collaboration/client/RoomClient.ts';
export type { RoomClient } from './collaboration/client/RoomClient.ts';
export type {
  PublishedNews,
  RejectedOp,
  RoomClientEvents,
  RoomClientOptions,
  RoomClientStatus,
} from './collaboration/client/RoomClientOptions.ts';
export type { Clock } from './collaboration/Clock.ts';
export { clientMessageSchema } from './collaboration/protocol/clientMessages.ts';
export type { ClientMessage } from './collaboration/protocol/clientMessages.ts';
export type {
  CloseReason,
  LockRefusal,
  OpRejection,
  RoomErrorCode,
  RoomRole,
} from './collaboration/protocol/codes.ts';
export { draftAnswerSchema, draftRequestSchema } from './collaboration/protocol/draftRequest.ts';
export type { DraftAnswer, DraftRequest } from './collaboration/protocol/draftRequest.ts';
export type { Intent } from './collaboration/protocol/intents.ts';
export { PROTOCOL, ROOM_LIMITS, ROOM_TIMES } from './collaboration/protocol/limits.ts';
export { roomMessageSchema } from './collaboration/protocol/roomMessages.ts';
export type { Lock, Presence, RoomMessage } from './collaboration/protocol/roomMessages.ts';
export { streamEntrySchema } from './collaboration/protocol/streamEntry.ts';
export type { PagePatch, StreamEntry } from './collaboration/protocol/streamEntry.ts';
export { createRoom } from './collaboration/room/Room.ts';
export type { Room } from './collaboration/room/Room.ts';
export type {
  Publisher,
  PublishRefusal,
  RoomConnection,
  RoomOptions,
  RoomPeer,
  RoomSession,
  RoomState,
} from './collaboration/room/RoomOptions.ts';
export type {
  AppendOutcome,
  OpenedRoom,
  RoomLog,
  RoomSnapshot,
} from './collaboration/room/RoomLog.ts';
export { EDITOR_VERSION } from './constants/editorVersion.ts';
export { GEOMETRY } from './constants/geometry.ts';
export { PALETTE } from './constants/palette.ts';
export type { PaletteFamily } from './constants/palette.ts';
export { decodeDrawing, safeDecodeDrawing } from './drawing/decodeDrawing.ts';
export type { DrawingProblemCode } from './drawing/decodeDrawing.ts';
export { DRAWING_LIMITS } from './drawing/drawingLimits.ts';
export { drawingOf } from './drawing/drawingOf.ts';
export type { DrawnBlock } from './drawing/drawingOf.ts';
export { drawingPathData } from './drawing/drawingPathData.ts';
export { DRAWING_COLORS, DRAWING_TOOLS, STROKE_WIDTHS_PX } from './drawing/drawingTools.ts';
export type { DrawingColor, DrawingTool, DrawingToolLook } from './drawing/drawingTools.ts';
export { encodeDrawing } from './drawing/encodeDrawing.ts';
export { inkPaths } from './drawing/inkPaths.ts';
export type { InkPath } from './drawing/inkPaths.ts';
export type { DrawingInProgress, DrawingPen } from './drawing/DrawingSession.ts';
export type { Stroke, StrokePoint } from './drawing/Stroke.ts';
export { createEditor } from './createEditor.ts';
export type { BlockPatch, NewBlock, SliderValues } from './editor/BlockPatch.ts';
export type { ChangeOrigin, Editor, EditorOptions, PageBody } from './editor/Editor.ts';
export type { EditorRefusal } from './editor/EditorRefusal.ts';
export { defaultEnvironment } from './editor/environment.ts';
export type { Environment, TextMeasureRequest } from './editor/environment.ts';
export type { LogCode, LogMessage } from './editor/logMessage.ts';
export { checkPlan, maxBlocksOf } from './permissions/checkPlan.ts';
export type { PlannedPage, PlanProblem } from './permissions/checkPlan.ts';
export { BUILTIN_PAGE_IDS, isBuiltinPage } from './permissions/pageIds.ts';
export {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  SAMPLE_PERMISSIONS,
  VIEW_ONLY,
} from './permissions/Permissions.ts';
export type { Permissions } from './permissions/Permissions.ts';
export { permissionsOf } from './permissions/permissionsOf.ts';
export type { PageAccess, PermissionsRequest } from './permissions/permissionsOf.ts';
export { allowsFeature, planOf, PLANS } from './permissions/plans.ts';
export type { Plan, PlanAccount, PlanFeature, PlanName } from './permissions/plans.ts';
export { ROLES } from './permissions/roles.ts';
export type { Role } from './permissions/roles.ts';
export { fontFaceCss } from './fonts/fontFaceCss.ts';
export type { FontFaceCssOptions } from './fonts/fontFaceCss.ts';
export { fontFaces, fontLookFor } from './fonts/fontFaces.ts';
export type { FontFace, FontLook } from './fonts/fontFaces.ts';
export { bundledFontFiles, fontFilesAmong } from './fonts/FontFiles.ts';
export type { FontFiles, FontLookup } from './fonts/FontFiles.ts';
export { subsetsOf } from './fonts/fontSubsets.ts';
export {
  BUNDLED_FONTS,
  DEFAULT_FONT,
  findFont,
  fontFamilyCss,
  FONTS,
  isPremiumFont,
} from './fonts/fonts.ts';
export type { Font, FontCategory, FontSubset } from './fonts/Font.ts';
export { fontsIn } from './fonts/fontsIn.ts';
export { withRecentFont } from './fonts/recentFonts.ts';
export { createSpatialIndex } from './geometry/spatialIndex.ts';
export type { MutableSpatialIndex, SpatialEntry } from './geometry/spatialIndex.ts';
export { paintKey } from './geometry/paintKey.ts';
export * from './geometry/boxes.ts';
export { resizeBox } from './geometry/resizeBox.ts';
export type { ResizeHandle, ResizeRequest } from './geometry/resizeBox.ts';
export { normalizeDeg, rotateAngle } from './geometry/rotation.ts';
export { resizeGuides, snapResize } from './snapping/snapResize.ts';
export { createSnapTargets } from './snapping/snapTargets.ts';
export type { SnapScene, SnapTargets } from './snapping/snapTargets.ts';
export { normaliseSize, uploadedImageSize } from './geometry/normaliseSize.ts';
export { leastPageScale, snapReferenceWidth } from './snapping/snapPageWidth.ts';
export type { SnappedReferenceWidth } from './snapping/snapPageWidth.ts';
export { snapTranslation } from './snapping/snapTranslation.ts';
export type { Snapped } from './snapping/snapTranslation.ts';
export { rotationOf } from './geometry/rotation.ts';
export * from './layout/index.ts';
export type { SnapGuide } from './snapping/snapGuides.ts';
export type { SpatialIndex } from './geometry/spatialIndex.ts';
export { iconPath, ICONS } from './links/icons.ts';
export type { Icon } from './links/icons.ts';
export { detectLink, LINK_PLATFORMS } from './links/platforms.ts';
export type { LinkPlatform } from './links/platforms.ts';
export { isAssetUrl, isTemporaryUrl } from './links/assetUrl.ts';
export { isAuthorsMetaName } from './links/metaNames.ts';
export { parseUrl } from './links/parseUrl.ts';
export { checkHyperlink, checkLinkButtonUrl, isOutsideLink } from './links/hyperlink.ts';
export type { HyperlinkProblem, LinkButtonProblem } from './links/hyperlink.ts';
export type { Block, Things } from './model/Block.ts';
export { EMPTY_CHANGE } from './model/Change.ts';
export type { Change } from './model/Change.ts';
export {
  applyChange,
  diffPages,
  diffThings,
  invertChange,
  isEmptyChange,
  squashChanges,
} from './model/Change.ts';
export { CobbleError } from './model/CobbleError.ts';
export { colorFormOf, isColor } from './model/colors.ts';
export type { ColorForm } from './model/colors.ts';
export { formatColor } from './model/colors.ts';
export { parseColor } from './model/colors.ts';
export type { Rgb } from './model/colors.ts';
export { contrastRatio, normalizeColor, readableTextColor } from './model/colors.ts';
export { migratePage } from './migrations/migratePage.ts';
export { compareVersions } from './migrations/pageVersion.ts';
export type { MigrationWarning, MigrationWarningCode } from './migrations/Migration.ts';
export type { MigratedPage, MigratePageOptions } from './migrations/migratePage.ts';
export { cleanHtmlId } from './model/htmlIds.ts';
export type { Page, PageFields, PageSettings, PageStyle } from './model/Page.ts';
export { checkPageSlug, INDEX_SLUG, slugOfPath } from './model/pageSlug.ts';
export type { PageSlugProblem } from './model/pageSlug.ts';
export { checkPageDescription, checkPageTitle } from './model/Page.ts';
export type { PageWordsProblem } from './model/Page.ts';
export type { Box, PlaceOnPhone, Point, Position, SizePx } from './model/Position.ts';
export type { Properties } from './model/properties.ts';
export { checkTree } from './parsing/checkTree.ts';
export { isSection } from './model/Block.ts';
export { MAX_GROUP_DEPTH } from './model/Block.ts';
export { deepFreeze } from './model/json.ts';
export { equalJson } from './model/json.ts';
export { isRtlLanguage } from './model/language.ts';
export type { PageProblemCode } from './parsing/pageProblem.ts';
export { parsePage, safeParsePage } from './parsing/parsePage.ts';
export type { ParsePageOptions } from './parsing/parsePage.ts';
export { sectionHtmlIds } from './model/htmlIds.ts';
export { ok, refuse } from './model/Result.ts';
export type { Refusal, Result } from './model/Result.ts';
export type { Background, Border, Shadow, Styles } from './model/styles.ts';
export { isUploading } from './editor/uploads.ts';
export { holdsBlocks } from './clipboard/clipboardText.ts';
export { routePaste } from './clipboard/routePaste.ts';
export type { PasteContext, PastedData, PasteRefusal, PasteRoute } from './clipboard/routePaste.ts';
export { editedBlockOf } from './editor/EditorMode.ts';
export type { EditorMode } from './editor/EditorMode.ts';
export { HANDLE_NAMES, inputEventSchema } from './editor/InputEvent.ts';
export type { HandleName, InputEvent, MenuRequest } from './editor/InputEvent.ts';
export { createBlankPage } from './pages/createBlankPage.ts';
export type { BlankPageOptions } from './pages/createBlankPage.ts';
export { createChaosPage } from './pages/createChaosPage.ts';
export type { ChaosPageOptions } from './pages/createChaosPage.ts';
export { createDemoPage } from './pages/createDemoPage.ts';
export { createPaperPage } from './pages/createPaperPage.ts';
export type { ComposerOptions } from './pages/PageComposer.ts';
export { createStarterPage } from './pages/createStarterPage.ts';
export type { StarterPageOptions } from './pages/createStarterPage.ts';
export type { PageDraft } from './pages/PageDraft.ts';
export { STARTER_TIP_IMAGES } from './pages/tips/starterTipImages.ts';
export { SHAPES } from './shapes/shapes.ts';
export type { ShapeDefinition } from './shapes/shapes.ts';
export { blockLinkConflict } from './blocks/blockLinkConflict.ts';
export { dateIn } from './model/language.ts';
export { plainFromRichText, richTextFromPlain } from './text/richText.ts';
export type { RichText, RichTextMark, RichTextNode } from './text/richText.ts';
export { BULLET_MARKER, LIST_INDENT_EM, richTextCss } from './text/richTextCss.ts';
export type { CssRules, RichTextCssOptions } from './text/richTextCss.ts';
export { richTextSchema } from './text/richTextSchema.ts';
export type { TextAlign } from './text/richTextSchema.ts';
export {
  FONT_SIZE_PRESETS,
  fontSizeInput,
  HEADING_SIZES_PX,
  LINE_HEIGHT_PRESETS,
  MIN_FONT_SIZE_PX,
  plainLength,
  TEXT_DEFAULTS,
  textStyleCss,
} from './text/TextStyle.ts';
export type { CssDeclarations, CssLength, TextStyle } from './text/TextStyle.ts';
export { RICH_BUTTON_FONT_RATIO, textStyleOf } from './blocks/textStyleOf.ts';
export { DEFAULT_BORDER, formatBorder, parseBorder } from './validation/borderText.ts';
export { checkSmartEmbed } from './validation/checkSmartEmbed.ts';
export type { SmartEmbedProblem } from './validation/checkSmartEmbed.ts';
export {
  clampBlurPx,
  clampInsetPx,
  maxInsetPx,
  opacityOfPercent,
} from './validation/clampStyles.ts';
export type { InputProblem } from './validation/InputProblem.ts';
export { numberInput } from './validation/numberInput.ts';
export { DEFAULT_SHADOW, formatShadow, parseShadow } from './validation/shadowText.ts';
