import { beforeEach, expect, it } from 'vitest';
import type { BatchRow } from '../store/batch-rows.ts';
import { CreditHolders } from './credit-holders.ts';
import { OpenBatch, type LocalLine } from './open-batch.ts';

const batch = new OpenBatch({ id: 'batch_1', organization_id: 'org_a' } as BatchRow);
const other = new OpenBatch({ id: 'batch_2', organization_id: 'org_b' } as BatchRow);
const lineOf = (of: OpenBatch): LocalLine => ({ batch: of }) as LocalLine;

let holders: CreditHolders;
let [first, second]: [LocalLine, LocalLine] = [lineOf(batch), lineOf(batch)];
beforeEach(() => {
  holders = new CreditHolders();
  [first, second] = [lineOf(batch), lineOf(batch)];
});

it('D-86 a line that runs alone is refused because of spent credits', () => {
  holders.started(first);
  expect(holders.mayHoldUp(first)).toBe(false);
});

it('D-86 a line may be refused because of another that runs, and waits until one ends', () => {
  holders.started(first);
  holders.started(second);
  expect(holders.mayHoldUp(first)).toBe(true);
  holders.holdUp(first);
  expect([holders.isHeldUp(batch), holders.isHeldUp(other)]).toEqual([true, false]);
  expect(holders.mayHoldUp(second), 'the only one left that runs').toBe(false);
  holders.ended(second);
  expect(holders.isHeldUp(batch)).toBe(false);
});

it('D-86 a line may be refused because of another that ended while it ran, and does not wait then', () => {
  holders.started(first);
  holders.started(second);
  holders.ended(first);
  expect(holders.mayHoldUp(second)).toBe(true);
  holders.holdUp(second);
  expect(holders.isHeldUp(batch)).toBe(false);
});

it('D-86 the end of one line does not end what is known of those that still run', () => {
  const third = lineOf(batch);
  for (const line of [first, second, third]) holders.started(line);
  holders.ended(first);
  expect(holders.mayHoldUp(second), 'the third still runs').toBe(true);
  holders.holdUp(second);
  expect(holders.isHeldUp(batch)).toBe(true);
});

it('D-86 an end before a line was started is not the reason of its refusal', () => {
  holders.started(first);
  holders.started(second);
  holders.ended(first);
  const third = lineOf(batch);
  holders.started(third);
  holders.ended(second);
  const fourth = lineOf(batch);
  holders.started(fourth);
  holders.ended(third);
  expect(holders.mayHoldUp(fourth)).toBe(true);
  holders.ended(fourth);
  holders.started(first);
  expect(holders.mayHoldUp(first)).toBe(false);
});

it('D-86 nothing is kept of an organization whose last line has ended', () => {
  holders.started(first);
  holders.ended(first);
  expect(holders.mayHoldUp(second), 'not started: counted from the beginning').toBe(false);
});

it('D-86 the end of a line counts once', () => {
  holders.started(first);
  holders.started(second);
  holders.ended(first);
  holders.ended(first);
  const third = lineOf(batch);
  holders.started(third);
  expect(holders.mayHoldUp(third), 'the second still runs').toBe(true);
});
