const MAX_EDGE_PIXELS = 1568;
const PIXELS_PER_TOKEN = 750;

/**
 * Estimates how many tokens an image adds to a prompt: it is scaled down until neither edge exceeds 1568
 * pixels, then every 750 pixels count as one token, rounded up. For admission only; billing uses the engine's
 * count.
 */
export function estimateImageTokens(widthPixels: number, heightPixels: number): number {
  const scale = Math.min(1, MAX_EDGE_PIXELS / Math.max(widthPixels, heightPixels));
  return Math.max(1, Math.ceil((widthPixels * scale * (heightPixels * scale)) / PIXELS_PER_TOKEN));
}
