import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type Mutant, mutated } from './mutant.ts';

/**
 * Loaded before a program (`--import`): it and its threads read the file of the mutant in `SVC_MUTANT` with its change, and the
 * checkout stays as it is.
 */
const { SVC_MUTANT: progress } = process.env;
if (progress) {
  const mutant = JSON.parse(progress) as Mutant;
  const url = pathToFileURL(mutant.path).href;
  registerHooks({
    load: (requested, context, next) =>
      requested === url
        ? {
            format: 'module-typescript',
            shortCircuit: true,
            source: mutated(readFileSync(mutant.path, 'utf8'), mutant),
          }
        : next(requested, context),
  });
}
