import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allScenarios, WARM_UPS } from '../scenarios.ts';
import { contentEvent, STREAM_START, streamEnd, WHOLE_REPLY } from './replies.ts';
import { DEFAULT_EVENTS } from './request-reader.ts';

/** Writes the replies of the mock to a folder, for the mock in C: its streams have as many events as those of the scenarios. */
export function writeReplies(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, bytes: Buffer): void => writeFileSync(join(folder, name), bytes);
  write('whole', WHOLE_REPLY);
  write('start', STREAM_START);
  write('event', contentEvent(0));
  const models = [...WARM_UPS, ...allScenarios(true), ...allScenarios(false)].map(({ model }) => model);
  const counts = models.map((model) => Number(/-n(\d+)/.exec(model)?.[1] ?? DEFAULT_EVENTS));
  for (const count of new Set(counts)) {
    write(`end-${count}-0`, streamEnd(count, false));
    write(`end-${count}-1`, streamEnd(count, true));
  }
}
