import type { SourceFile } from './source-files.ts';

/** Text that ties the project to the machine it happens to be built on, or that was a fault before. */
const FORBIDDEN: readonly {
  readonly pattern: RegExp;
  readonly why: string;
  readonly exempt: readonly string[];
  /** Paths it is looked for in. Absent: all. */
  readonly within?: RegExp;
}[] = [
  {
    pattern: /\.\.\/shared\b|\/work\/(main|shared)\b/,
    why: 'points outside the repository, where a fresh clone has nothing',
    exempt: ['.ci/run', 'scripts/check/forbidden-text.ts', 'scripts/check/forbidden-text.test.ts'],
  },
  { pattern: /^(<{7}|>{7})( |$)/, why: 'is a merge conflict marker', exempt: [] },
  {
    // A literal list of a few pieces is fine; a variable is a list that grows with what others send, one Buffer for each chunk.
    pattern: /\bBuffer\.concat\((?!\[)/,
    why: 'keeps every chunk as a Buffer of its own: use the ByteCollector of #kit',
    exempt: [],
    within: /^server\/src\/(?!.*\.test\.ts$)/,
  },
  {
    // In code it is the name of a proof.
    pattern:
      /\b(behaviour|catalogue|(?<!`)neighbour|colour|favour|honour|(recogn|organ|author|normal|serial|optim)is(e|ed|es|ing|ation)\b)/i,
    why: 'is British spelling in a text for users, which is American',
    exempt: [],
    within:
      /^(openapi\/.*\.yaml|docs\/[^/]+\.(md|json)|(README|SECURITY|CONTRIBUTING)\.md|console\/src\/strings\/.*)$/,
  },
];

/** One line per occurrence: file, line, reason. */
export function forbiddenText(files: readonly SourceFile[]): string[] {
  return FORBIDDEN.flatMap(({ pattern, why, exempt, within }) =>
    files
      .filter(({ path }) => !exempt.includes(path) && (within?.test(path) ?? true))
      .flatMap((file) =>
        file.text
          .split('\n')
          .flatMap((line, i) => (pattern.test(line) ? [`${file.path}:${i + 1}: ${why}`] : [])),
      ),
  );
}
