import { ERRORS, typeForStatus } from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';

/** What the Console says of a failed call: it may not load the contract, whose schemas are ten times as large as these sentences. */
export function outputs(): Promise<GeneratedFile[]> {
  const rows = Object.values(ERRORS).map(({ code, status, message }) => ({
    code,
    status,
    type: typeForStatus(status),
    message,
  }));
  const text = `${JSON.stringify(rows, null, 2)}\n`;
  return Promise.resolve([{ path: 'console/src/strings/call-errors.json', text }]);
}
