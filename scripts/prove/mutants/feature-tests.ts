import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from '../../check/source-files.ts';
import type { Mutant } from './mutant.ts';

/** Characters around a mutant whose words count more than those of the rest of its file. */
const NEAR = 600;
const NEAR_WEIGHT = 4;
/** How much nearer a test is that imports the file itself, and one in a folder whose name has a word of the file's path. */
const DIRECT = 5;
const SAME_FEATURE = 2;
const MIN_FOLDER_WORD = 3;
/** Folders that say nothing about a feature. */
const PLAIN_FOLDERS: ReadonlySet<string> = new Set([
  'server',
  'contract',
  'src',
  'features',
  'test',
  'store',
]);
/** Below 1, so that the long tests of whole features are not behind short ones that happen to share a word. */
const LENGTH_POWER = 0.75;

/**
 * Chooses the tests of a mutant's feature: those that import its file, then those that share the most rare words with it (rules, paths,
 * codes, names), since tests over HTTP import the whole service and say by their words what they test.
 */
export class FeatureTests {
  readonly #root: string;
  readonly #tests: readonly {
    path: string;
    words: ReadonlyMap<string, number>;
    imports: readonly string[];
  }[];
  readonly #rarity: ReadonlyMap<string, number>;

  constructor(root: string, files: readonly SourceFile[], excluded: ReadonlySet<string>) {
    this.#root = root;
    const tests = files.filter(({ path }) => TESTS.test(path) && !excluded.has(path));
    const counts = tests.map((file) => ({ file, words: wordsOf(`${file.path} ${file.text}`) }));
    this.#rarity = rarityOf(counts.map(({ words }) => words));
    this.#tests = counts.map(({ file, words }) => ({
      path: file.path,
      words: weighed(words, this.#rarity),
      imports: importsOf(root, file),
    }));
  }

  /** The `count` nearest, nearest first. */
  nearest(mutant: Mutant, count: number): string[] {
    const text = readFileSync(join(this.#root, mutant.path), 'utf8');
    const near = text.slice(Math.max(0, mutant.start - NEAR), mutant.end + NEAR);
    const words = wordsOf(`${mutant.path} ${text}`);
    for (const [word, number] of wordsOf(near))
      words.set(word, (words.get(word) ?? 0) + number * NEAR_WEIGHT);
    const wanted = weighed(words, this.#rarity);
    const topic = new Set(topicOf(mutant.path.replace(/\.ts$/, '')));
    return this.#tests
      .map(({ path, words: own, imports }) => ({
        path,
        score:
          similarity(wanted, own) *
          (imports.includes(mutant.path) ? DIRECT : 1) *
          (topicOf(dirname(path)).some((word) => topic.has(word)) ? SAME_FEATURE : 1),
      }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ path }) => path);
  }
}

/** Words in the names of a path, in the singular: `console-auth` is tested in `console`, and `pipelines/prompt-tool` in `prompts`. */
function topicOf(path: string): string[] {
  return path
    .split('/')
    .filter((name) => !PLAIN_FOLDERS.has(name))
    .flatMap((name) => name.split('-'))
    .filter((word) => word.length >= MIN_FOLDER_WORD)
    .map((word) => word.replace(/s$/, ''));
}

const TESTS = /^(?:server|contract)\/.*\.test\.ts$/;
const WORD = /[A-Z]+-[A-Z0-9-]*\d|[A-Za-z_]\w{2,}/g;

function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [found] of text.matchAll(WORD)) {
    // A name counts as a whole and by its parts.
    const parts = /\d$/.test(found) ? [] : found.split(/_|(?<=[a-z])(?=[A-Z])/);
    for (const word of new Set([found, ...parts.map((part) => part.toLowerCase())]))
      words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

function rarityOf(documents: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const words of documents) for (const word of words.keys()) seen.set(word, (seen.get(word) ?? 0) + 1);
  return new Map([...seen].map(([word, number]) => [word, Math.log(documents.length / number)]));
}

function weighed(
  words: ReadonlyMap<string, number>,
  rarity: ReadonlyMap<string, number>,
): Map<string, number> {
  const weights = [...words].map(
    ([word, number]) => [word, (1 + Math.log(number)) * (rarity.get(word) ?? 0)] as const,
  );
  const length = Math.hypot(...weights.map(([, weight]) => weight)) ** LENGTH_POWER || 1;
  return new Map(weights.map(([word, weight]) => [word, weight / length]));
}

function similarity(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of a) sum += weight * (b.get(word) ?? 0);
  return sum;
}

/** Files of the repository that a file imports by their paths. */
function importsOf(root: string, { path, text }: SourceFile): string[] {
  return parseSync(path, text)
    .module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
    .filter((from) => from.startsWith('.'))
    .map((from) => relative(root, resolve(root, dirname(path), from)));
}
