export const defaultZoom = 1;
const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8];

/** Returns the next larger zoom; the view is at 100 % if it was fitted. */
export function zoomIn(zoom: number | undefined): number {
  if (zoom === undefined) return defaultZoom;
  return steps.find((step) => step > zoom) ?? zoom;
}

/** Returns the next smaller zoom; 50 % if the view was fitted. */
export function zoomOut(zoom: number | undefined): number {
  if (zoom === undefined) return 0.5;
  return steps.findLast((step) => step < zoom) ?? zoom;
}
