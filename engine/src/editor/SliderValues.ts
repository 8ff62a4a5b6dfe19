/** What sliders set, in whatever numbers they give; each is brought into its range. */
export interface SliderValues {
  /** From 0 to 100. */
  readonly opacityPercent?: number;
  /** Px at the reference width; at most half of the block's shorter side. */
  readonly paddingPx?: number;
  readonly borderRadiusPx?: number;
  /** Px, at most 20. */
  readonly blurPx?: number;
}
