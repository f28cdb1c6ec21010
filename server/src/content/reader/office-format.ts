import { DocumentFault } from './document-fault.ts';
import { readZipEntries } from './zip-directory.ts';

export type OfficeFormat = 'docx' | 'xlsx' | 'pptx';

/** The part that a file of this format must contain. */
const MAIN_PARTS: Readonly<Record<OfficeFormat, RegExp>> = {
  docx: /^word\/document\d*\.xml$/,
  xlsx: /^xl\/workbook\d*\.xml$/,
  pptx: /^ppt\/presentation\d*\.xml$/,
};
const FORMATS: readonly OfficeFormat[] = ['docx', 'xlsx', 'pptx'];

export const INFLATED_LIMIT_BYTES = 268_435_456;
export const ENTRIES_LIMIT = 5000;
/** Honest documents are compressed to about a tenth, drawings and sheets of zeros to a hundredth. */
const INFLATION_LIMIT = 200;
const ALWAYS_ALLOWED_BYTES = 33_554_432;

/**
 * Determines an archive's Office format before inflating any of it. Throws DocumentFault: `too_large` for a
 * declared decompression bomb, `encrypted`, `unreadable` for other archives. Declared sizes may be false; the
 * parser counts what it inflates.
 */
export function officeFormat(archive: Uint8Array): OfficeFormat {
  const entries = [...readZipEntries(archive)];
  if (entries.some(({ encrypted }) => encrypted)) throw new DocumentFault('encrypted');
  const inflatedBytes = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0);
  const allowedBytes = Math.min(
    INFLATED_LIMIT_BYTES,
    Math.max(ALWAYS_ALLOWED_BYTES, archive.length * INFLATION_LIMIT),
  );
  if (entries.length > ENTRIES_LIMIT || inflatedBytes > allowedBytes) throw new DocumentFault('too_large');
  const format = FORMATS.find((one) => entries.some(({ name }) => MAIN_PARTS[one].test(name)));
  if (format === undefined) throw new DocumentFault('unreadable');
  return format;
}
