/** Other names of image types, which browsers and clients of old use. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/jfif', 'image/jpeg'],
  ['image/x-jpeg', 'image/jpeg'],
  ['image/x-jpg', 'image/jpeg'],
  ['image/apng', 'image/png'],
  ['image/x-png', 'image/png'],
  ['image/vnd.mozilla.apng', 'image/png'],
  ['image/x-webp', 'image/webp'],
  ['image/x-gif', 'image/gif'],
]);

/** The registered name of an image type that a caller declared. */
export function toImageType(declared: string): string {
  const name = declared.trim().toLowerCase();
  return SPELLINGS.get(name) ?? name;
}
