import { scaledPx } from './scaledPx.ts';
import type { Border, Shadow, Styles } from './styles.ts';

/**
 * Styles with all that is px at the reference width multiplied: padding, radius, blur, border and
 * shadows, each within what its field may hold. Ratios and fields that are not known stay. The same
 * record when nothing in it is px.
 */
export function scaleStyles(styles: Styles, factor: number): Styles {
  const { paddingPx, borderRadiusPx, blurPx, border, boxShadow, dropShadow } = styles;
  const scaled = {
    ...(paddingPx !== undefined && { paddingPx: scaledPx(paddingPx, factor, 0, 2000) }),
    ...(borderRadiusPx !== undefined && {
      borderRadiusPx: scaledPx(borderRadiusPx, factor, 0, 2000),
    }),
    ...(blurPx !== undefined && { blurPx: scaledPx(blurPx, factor, 0, 20) }),
    ...(border && { border: scaleBorder(border, factor) }),
    ...(boxShadow && { boxShadow: scaleShadow(boxShadow, factor) }),
    ...(dropShadow && { dropShadow: scaleShadow(dropShadow, factor) }),
  };
  return Object.keys(scaled).length === 0 ? styles : { ...styles, ...scaled };
}

/** A border with its width multiplied. */
export function scaleBorder(border: Border, factor: number): Border {
  return { ...border, widthPx: scaledPx(border.widthPx, factor, 0, 200) };
}

function scaleShadow(shadow: Shadow, factor: number): Shadow {
  return {
    ...shadow,
    xPx: scaledPx(shadow.xPx, factor, -2000, 2000),
    yPx: scaledPx(shadow.yPx, factor, -2000, 2000),
    blurPx: scaledPx(shadow.blurPx, factor, 0, 500),
  };
}
