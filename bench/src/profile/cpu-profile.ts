import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The parts of V8's `.cpuprofile` that are read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

export interface SelfTime {
  readonly name: string;
  readonly milliseconds: number;
  /** Of all time that was not idle. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly functions: readonly SelfTime[];
  readonly files: readonly SelfTime[];
}

const NOT_WORK = new Set(['(idle)', '(root)', '(program)']);

/** Self time by function and by file, largest first. Idle time is left out; time in the collector stays. */
export function summarizeProfile(profile: CpuProfile): ProfileSummary {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const functions = new Map<string, number>();
  const files = new Map<string, number>();
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const frame = nodes.get(id);
    const microseconds = profile.timeDeltas[index] ?? 0;
    if (!frame || NOT_WORK.has(frame.functionName)) continue;
    const file = shortFileName(frame.url);
    const name = `${frame.functionName || '(anonymous)'} ${file}:${frame.lineNumber + 1}`;
    functions.set(name, (functions.get(name) ?? 0) + microseconds);
    files.set(file, (files.get(file) ?? 0) + microseconds);
    total += microseconds;
  }
  return { functions: largestFirst(functions, total), files: largestFirst(files, total) };
}

/** Summaries of all profiles in a folder, by file name. One per thread of the process that wrote them. */
export function readProfiles(folder: string): Map<string, ProfileSummary> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  return new Map(
    names.map((name) => [
      basename(name),
      summarizeProfile(JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile),
    ]),
  );
}

/** From the last package or workspace folder on. */
function shortFileName(url: string): string {
  if (url === '') return '(native)';
  const path = url.replace(/^file:\/\//, '');
  return /.*\/(?:node_modules\/|(?=(?:server|contract)\/src\/))(.+)$/.exec(path)?.[1] ?? path;
}

function largestFirst(times: ReadonlyMap<string, number>, total: number): SelfTime[] {
  return [...times]
    .map(([name, microseconds]) => ({
      name,
      milliseconds: microseconds / 1000,
      share: total === 0 ? 0 : microseconds / total,
    }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds);
}
