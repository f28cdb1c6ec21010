import type { SourceFile } from '../check/source-files.ts';

/** What is counted: the text files of the repository, and the ids of all operations in the contract. */
export interface Tree {
  readonly files: readonly SourceFile[];
  readonly operationIds: ReadonlySet<string>;
}

/** One number about the tree. */
export interface Figure {
  readonly name: string;
  readonly value: number | string;
  /** What was counted, as `path:line` or `path`, for `--places`. */
  readonly places: readonly string[];
}

/** Throws when what it looks for by name is gone: a rename must not pass for an improvement. */
export type Counter = (tree: Tree) => readonly Figure[];

/** TypeScript that runs in the product: no tests, no fixtures, nothing generated. */
export function sourcesIn({ files }: Tree, ...folders: readonly string[]): SourceFile[] {
  return files.filter(
    ({ path }) =>
      folders.some((folder) => path.startsWith(`${folder}/`)) &&
      /\.tsx?$/.test(path) &&
      !/\.test\.tsx?$|\/test-support\/|\/generated\//.test(path),
  );
}

/** The file of this path, which a counter relies on. */
export function requireFile({ files }: Tree, path: string, pattern: RegExp): SourceFile {
  const file = files.find((one) => one.path === path);
  if (!file || !pattern.test(file.text))
    throw new Error(`${path} with ${pattern} is gone: adapt the counter to what took its place.`);
  return file;
}
