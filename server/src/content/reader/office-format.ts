import { DocumentFault } from './document-fault.ts';
import { readZipDirectory } from './zip-directory.ts';

export type OfficeFormat = 'docx' | 'xlsx' | 'pptx';

/** The part without which a file is not of its format. */
const MAIN_PARTS: Readonly<Record<OfficeFormat, RegExp>> = {
  docx: /^word\/document\d*\.xml$/,
  xlsx: /^xl\/workbook\d*\.xml$/,
  pptx: /^ppt\/presentation\d*\.xml$/,
};
const FORMATS: readonly OfficeFormat[] = ['docx', 'xlsx', 'pptx'];

export const INFLATED_LIMIT_BYTES = 268_435_456;
export const ENTRIES_LIMIT = 5000;
/** Honest documents are squeezed to a tenth or so, drawings and sheets of zeros to a hundredth. */
const INFLATION_LIMIT = 200;
const ALWAYS_ALLOWED_BYTES = 33_554_432;

/**
 * Which Office format an archive holds, before a byte of it is inflated. Throws DocumentFault: `too_large` for one that
 * declares itself a bomb, `encrypted`, `unreadable` for other archives. Sizes may lie; the parser counts what it inflates.
 */
export function officeFormat(archive: Uint8Array): OfficeFormat {
  const { names, inflatedBytes, encrypted } = readZipDirectory(archive);
  if (encrypted) throw new DocumentFault('encrypted');
  const allowedBytes = Math.min(
    INFLATED_LIMIT_BYTES,
    Math.max(ALWAYS_ALLOWED_BYTES, archive.length * INFLATION_LIMIT),
  );
  if (names.length > ENTRIES_LIMIT || inflatedBytes > allowedBytes) throw new DocumentFault('too_large');
  const format = FORMATS.find((one) => names.some((name) => MAIN_PARTS[one].test(name)));
  if (format === undefined) throw new DocumentFault('unreadable');
  return format;
}
