import type { Environment } from '#config';
import { prettyLine, type LineFormat } from '#kit';

/** Standard output, as far as it decides how a log is written. */
export type Output = Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>>;

/** How lines of the log are written on standard output; undefined: as JSON. Colors are for terminals, unless NO_COLOR forbids them. */
export function lineFormat(
  { logFormat }: Pick<Environment, 'logFormat'>,
  output: Output = process.stdout,
): LineFormat | undefined {
  if (logFormat === 'json' || (logFormat === 'auto' && output.isTTY !== true)) return undefined;
  // Node knows NO_COLOR, FORCE_COLOR and TERM=dumb.
  const colors = output.isTTY === true && output.hasColors?.() === true;
  return (line) => prettyLine(line, colors);
}
