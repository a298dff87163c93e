/** Okabe and Ito's colour-blind safe palette, in an order whose neighbours differ most. */
export const seriesColors = {
  // prettier-ignore
  light: ['#0072b2', '#d55e00', '#009e73', '#aa4499', '#b87800', '#2a8fc7', '#7a6a00', '#555555'],
  // prettier-ignore
  dark: ['#56b4e9', '#ff8a3d', '#2cc295', '#e79ac6', '#e69f00', '#8fd0ff', '#f0e442', '#bbbbbb'],
} as const;

/** How many colours there are. */
export const paletteSize = seriesColors.light.length;
