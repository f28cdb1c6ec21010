import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import type { Contender } from '../contenders/contender.ts';
import type { Scenario } from '../scenarios.ts';
import { measure, type Bench, type Measurement } from './measure.ts';

export interface Plan {
  readonly contenders: readonly Contender[];
  readonly scenarios: readonly Scenario[];
  readonly repeats: number;
}

/**
 * Contenders take turns within every scenario and repeat, so a machine that becomes slower or busier during
 * the run does so for all of them. A contender that fails is reported and the rest go on.
 */
export async function runInterleaved(
  bench: Bench,
  plan: Plan,
  onMeasured: (measurement: Measurement) => void,
  onFailed: (failure: string) => void,
): Promise<void> {
  for (let repeat = 1; repeat <= plan.repeats; repeat++) {
    for (const scenario of plan.scenarios) {
      for (const contender of plan.contenders) {
        try {
          onMeasured(await measure(profiledApart(bench, scenario), contender, scenario, repeat));
        } catch (error) {
          onFailed(`${scenario.name} ${contender.name} repeat ${repeat}: ${(error as Error).message}`);
        }
      }
    }
  }
}

/** Profiles of different scenarios must not be mixed. */
function profiledApart(bench: Bench, scenario: Scenario): Bench {
  if (bench.profileFolder === undefined) return bench;
  const profileFolder = join(bench.profileFolder, scenario.name);
  mkdirSync(profileFolder, { recursive: true });
  return { ...bench, profileFolder };
}
