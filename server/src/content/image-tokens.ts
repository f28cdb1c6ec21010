const LONGEST_EDGE_PIXELS = 1568;
const PIXELS_PER_TOKEN = 750;

/**
 * How many tokens an image adds to a prompt: it is scaled down until neither edge is longer than 1568 pixels, and then
 * counts one token for each 750 pixels, rounded up. An estimate for admission; the engine's own count is what is billed.
 */
export function estimateImageTokens(widthPixels: number, heightPixels: number): number {
  const scale = Math.min(1, LONGEST_EDGE_PIXELS / Math.max(widthPixels, heightPixels));
  return Math.max(1, Math.ceil((widthPixels * scale * (heightPixels * scale)) / PIXELS_PER_TOKEN));
}
