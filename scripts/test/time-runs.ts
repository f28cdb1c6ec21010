import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const TICKS_PER_S = 100;

/**
 * `npm run time -- [--busy] SCRIPT …`: runs scripts of `package.json` one after the other, with `--busy` beside a loop that takes one
 * processor, and prints for each how long it took and the processor time of all its processes (Linux).
 */
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'boolean', default: false } },
});
if (names.length === 0) {
  console.error('Usage: npm run time -- [--busy] test test:all check');
  process.exit(2);
}

const lines: string[] = [];
for (const name of names) {
  const busy = values.busy
    ? spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
    : undefined;
  const [startedMs, before] = [performance.now(), endedChildrenSeconds()];
  const child = spawn('npm', ['run', name], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  const minutes = (performance.now() - startedMs) / 60_000;
  const processorSeconds = endedChildrenSeconds() - before;
  busy?.kill();
  if (code !== 0) process.exitCode = 1;
  lines.push(
    `${name}${values.busy ? ', one processor taken' : ''}: ${minutes.toFixed(1)} min, ${processorSeconds.toFixed(0)} s of a processor, exit code ${code}`,
  );
}
console.log(lines.join('\n'));

/** Processor time of all children that have ended, and of theirs. */
function endedChildrenSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_S;
}
