import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { processorSeconds } from './process-time.ts';

const BURN = `while (process.cpuUsage().user < 300_000); console.log('burnt'); setInterval(() => {}, 1000)`;

it.runIf(process.platform === 'linux')(
  'processor time includes child processes, while they run and when they have ended',
  async () => {
    const seconds = () => processorSeconds(process.pid)!;
    const before = seconds();
    const child = spawn(process.execPath, ['-e', BURN], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    const running = seconds();
    expect(running - before).toBeGreaterThan(0.29);
    child.kill();
    await ended;
    expect(seconds()).toBeGreaterThanOrEqual(running);
  },
);
