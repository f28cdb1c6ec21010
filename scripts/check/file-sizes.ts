import type { SourceFile } from './source-files.ts';

/** Median and 95th percentile of lines per source file without tests. The hard limit of 300 is a lint rule. */
export function describeSizes(files: readonly SourceFile[]): string {
  const sources = files.filter((file) => /\.[cm]?tsx?$/.test(file.path) && !file.path.endsWith('.test.ts'));
  const lines = sources.map((file) => file.text.split('\n').length - 1).toSorted((a, b) => a - b);
  const at = (share: number): number =>
    lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
  const verdict = at(0.5) < 90 ? 'small enough' : 'too large: 90 is the aim';
  return `${sources.length} source files, median ${at(0.5)} lines (${verdict}), 95th percentile ${at(0.95)}, largest ${lines.at(-1) ?? 0}`;
}
