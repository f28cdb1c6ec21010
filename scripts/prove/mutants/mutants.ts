import { join } from 'node:path';
import { sourceFiles, type SourceFile } from '../../check/source-files.ts';
import { placeOf } from '../../syntax/parse-source.ts';
import { outerTests } from '../../test/outer-tests.ts';
import { type Proof, report, require } from '../proof.ts';
import { changesGenerated } from './check-generated.ts';
import { chooseMutants } from './choose-mutants.ts';
import { FeatureTests } from './feature-tests.ts';
import { type Mutant, OPERATORS } from './mutant.ts';
import { runTests } from './run-mutant.ts';
import type { TestsOutcome } from './run-tests.ts';

const CONCURRENCY = 2;
const MIN_KILLED = 0.9;
/** The tests of a feature, nearest first; a mutant that survives the first few meets the rest. */
const NEAREST = [3, 16];
const DEFAULT_SEED = 1;
/** Where in the place of a test the committed files noticed. */
const GENERATED = 'generated files';
/** Tests that start this process run the service in their own, where the mutant is. What starts the service itself runs a bundle. */
const BESIDE_THE_SERVICE = ['ConnectorProcess'];

/**
 * Small faults, each of which a test of its feature should notice. `--rounds 300` is the full count, `--seed` draws other ones. Types are
 * not checked: what the compiler refuses is noticed by its tests, or counts against them.
 */
export const proveMutants: Proof = {
  name: 'mutants',
  summary: 'small faults planted in server and contract, and the tests that notice them',
  async run({ rounds, seed = DEFAULT_SEED }) {
    const root = join(import.meta.dirname, '../../..');
    const files = sourceFiles();
    const mutants = chooseMutants(files, rounds, seed);
    const tests = new FeatureTests(root, files, new Set(outerTests(root, BESIDE_THE_SERVICE)));
    const trial = new Trial(root, tests);
    console.log(`  seed ${seed}, ${mutants.length} mutants`);
    const survived: Mutant[] = [];
    let byGenerated = 0;
    let done = 0;
    const waiting = [...mutants];
    const work = async (): Promise<void> => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const { failed, failure = '' } = await trial.killerOf(mutant);
        if (failed === undefined) survived.push(mutant);
        if (failed === GENERATED) byGenerated++;
        const how = failed === undefined ? 'survived' : `${failed}: ${oneLine(failure)}`;
        console.log(`  ${++done}/${mutants.length} ${describe(mutant, files)}\n      ${how}`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    const share = (of: readonly Mutant[]): string => {
      const killed = of.filter((mutant) => !survived.includes(mutant)).length;
      return `${killed} of ${of.length}`;
    };
    report(
      'killed by operator',
      byName(mutants, OPERATORS, ({ operator }) => operator, share),
    );
    const folders = [...new Set(mutants.map(folderOf))].toSorted();
    report('killed by folder', byName(mutants, folders, folderOf, share));
    console.log(survived.map((mutant) => `  survived ${describe(mutant, files)}`).join('\n'));
    report('killed', { 'by generated files alone': byGenerated });
    const killed = mutants.length - survived.length;
    require(killed >= mutants.length * MIN_KILLED, `${killed} of ${mutants.length} mutants were killed.`);
  },
};

/** Runs mutants against tests, and each of these once as they are, so that a test that always fails kills nothing. */
class Trial {
  readonly #root: string;
  readonly #tests: FeatureTests;
  readonly #sound = new Map<string, Promise<boolean>>();

  constructor(root: string, tests: FeatureTests) {
    this.#root = root;
    this.#tests = tests;
  }

  /** The test file that noticed and how, or nothing. */
  async killerOf(mutant: Mutant): Promise<TestsOutcome> {
    const nearest = this.#tests.nearest(mutant, NEAREST.at(-1)!);
    let done = 0;
    for (const until of NEAREST) {
      const outcome = await this.#firstKiller(mutant, nearest.slice(done, until));
      if (outcome.failed !== undefined) return outcome;
      done = until;
    }
    const isNoticed = await changesGenerated(this.#root, mutant);
    return isNoticed ? { failed: GENERATED, failure: 'npm run check compares them' } : {};
  }

  async #firstKiller(mutant: Mutant, files: readonly string[]): Promise<TestsOutcome> {
    const outcome = await runTests(this.#root, files, mutant);
    const { failed } = outcome;
    if (failed === undefined || !files.includes(failed) || (await this.#isSound(failed))) return outcome;
    const rest = files.filter((path) => path !== failed);
    return rest.length === 0 ? {} : this.#firstKiller(mutant, rest);
  }

  #isSound(path: string): Promise<boolean> {
    const known = this.#sound.get(path);
    if (known) return known;
    const sound = runTests(this.#root, [path]).then(({ failed }) => failed === undefined);
    this.#sound.set(path, sound);
    return sound;
  }
}

function byName(
  mutants: readonly Mutant[],
  names: readonly string[],
  nameOf: (mutant: Mutant) => string,
  share: (of: readonly Mutant[]) => string,
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, share(mutants.filter((mutant) => nameOf(mutant) === name))]),
  );
}

function folderOf({ path }: Mutant): string {
  const [, , first, second] = path.split('/');
  return first === 'features' ? `features/${second}` : path.startsWith('contract/') ? 'contract' : first!;
}

function describe({ path, operator, start, end, text }: Mutant, files: readonly SourceFile[]): string {
  const file = files.find((one) => one.path === path)!;
  const before = file.text.slice(start, end);
  return `${placeOf(file, start)} ${operator}: ${oneLine(before)} → ${oneLine(text)}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
