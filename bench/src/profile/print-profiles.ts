import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readProfiles, type SelfTime } from './cpu-profile.ts';

const FUNCTIONS_SHOWN = 25;
const FILES_SHOWN = 15;

/** Prints where the time went, for every scenario's folder of profiles. */
export function printProfiles(folder: string): void {
  for (const scenario of readdirSync(folder)) {
    for (const [name, { functions, files }] of readProfiles(join(folder, scenario))) {
      console.log(`\n${scenario}: ${name}`);
      console.log(`\nself time by function\n${lines(functions.slice(0, FUNCTIONS_SHOWN))}`);
      console.log(`\nself time by file\n${lines(files.slice(0, FILES_SHOWN))}`);
    }
  }
  console.log(`\nprofiles: ${folder}`);
}

function lines(times: readonly SelfTime[]): string {
  return times
    .map(
      ({ name, milliseconds, share }) =>
        `${(share * 100).toFixed(1).padStart(6)} % ${milliseconds.toFixed(0).padStart(7)} ms  ${name}`,
    )
    .join('\n');
}
