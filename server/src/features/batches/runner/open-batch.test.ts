import { expect, it } from 'vitest';
import type { BatchRow } from '../store/batch-rows.ts';
import { fairest, OpenBatch } from './open-batch.ts';

function open(id: string, organization: string): OpenBatch {
  return new OpenBatch({ id, organization_id: organization } as BatchRow);
}

it('D-BATCH-8 shares lines between organizations, and those of an organization between its batches', () => {
  const batches = [open('a1', 'a'), open('a2', 'a'), open('a3', 'a'), open('b1', 'b')];
  for (let turn = 1; turn <= 60; turn++) {
    const next = fairest(batches, batches, ({ running }) => running)!;
    next.running++;
    next.servedAt = turn;
  }
  expect(batches.map(({ running }) => running)).toEqual([10, 10, 10, 30]);
});

it('D-BATCH-8 counts lines of the other batches of an organization', () => {
  const batches = [open('a1', 'a'), open('a2', 'a'), open('b1', 'b')];
  batches[0]!.running = 5;
  batches[2]!.running = 3;
  expect(fairest([batches[1]!, batches[2]!], batches, ({ running }) => running)!.row.id).toBe('b1');
});

it('D-BATCH-7 halves the number of running lines when the engine is busy, and raises it again with its responses', () => {
  const batch = open('a', 'a');
  batch.running = 15;
  batch.slowDown();
  expect(batch.isSlowedDown).toBe(true);
  batch.running = 7;
  expect(batch.isSlowedDown).toBe(false);
  batch.running = 8;
  for (let responses = 0; responses < 9; responses++) batch.speedUp();
  expect(batch.isSlowedDown).toBe(false);
});

it('D-BATCH-8 counts the lines of all batches of an organization together', () => {
  const batches = [open('a1', 'a'), open('a2', 'a'), open('b1', 'b')];
  [batches[0]!.running, batches[1]!.running, batches[2]!.running] = [2, 2, 3];
  const next = (): string => fairest(batches, batches, ({ running }) => running)!.row.id;
  expect(next()).toBe('b1');
  batches[2]!.running = 5;
  expect(next(), 'no fewer lines than the other batch of its organization').toBe('a1');
  batches[0]!.servedAt = 1;
  expect(next(), 'the batch that has waited longest').toBe('a2');
});
