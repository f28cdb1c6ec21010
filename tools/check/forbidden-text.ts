import type { SourceFile } from './source-files.ts';

/** Text that ties the project to the machine it happens to be built on. */
const FORBIDDEN: readonly {
  readonly pattern: RegExp;
  readonly why: string;
  readonly exempt: readonly string[];
}[] = [
  {
    pattern: /\.\.\/shared\b|\/work\/(main|shared)\b/,
    why: 'points outside the repository, where a fresh clone has nothing',
    exempt: ['.ci/run', 'tools/check/forbidden-text.ts', 'tools/check/forbidden-text.test.ts'],
  },
  { pattern: /^(<{7}|>{7})( |$)/, why: 'is a merge conflict marker', exempt: [] },
];

/** One line per occurrence: file, line, reason. */
export function forbiddenText(files: readonly SourceFile[]): string[] {
  return FORBIDDEN.flatMap(({ pattern, why, exempt }) =>
    files
      .filter((file) => !exempt.includes(file.path))
      .flatMap((file) =>
        file.text
          .split('\n')
          .flatMap((line, i) => (pattern.test(line) ? [`${file.path}:${i + 1}: ${why}`] : [])),
      ),
  );
}
