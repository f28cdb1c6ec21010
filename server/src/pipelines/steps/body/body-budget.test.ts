import { LIMITS } from '@svc/contract';
import { expect, it } from 'vitest';
import { BodyBudget } from './body-budget.ts';

const limits = {
  ...LIMITS,
  bodies_in_progress_bytes: 1_000_000,
  bodies_in_progress_per_network_bytes: 400_000,
  bodies_in_progress_per_organization_bytes: 300_000,
};
const refusal = (from: string) => expect.stringContaining(`in progress from ${from}`);
const refused = (hold: () => void): string | undefined => {
  try {
    hold();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ catalogName: 'temporarily_unavailable' });
    return (error as Error).message;
  }
};

it('limits one organization across many networks, and one network across many organizations', () => {
  const budget = new BodyBudget(() => limits);
  const [first, second] = [budget.open('198.51.100.1', 'org_1'), budget.open('198.51.100.2', 'org_1')];
  first.hold(200_000);
  expect(refused(() => second.hold(200_000))).toEqual(refusal('your organization'));
  const other = budget.open('198.51.100.1', 'org_2');
  expect(refused(() => other.hold(250_000))).toEqual(refusal('your address'));
  other.hold(200_000);
  expect(budget.bytes).toBe(400_000);
  first.close();
  second.hold(200_000);
  second.close();
  other.close();
  expect(budget.bytes).toBe(0);
});

it('limits the total, and counts a minimum for a few bytes', () => {
  const budget = new BodyBudget(() => limits);
  for (let i = 0; i < 61; i++) budget.open(`198.51.100.${i}`, undefined).hold(1);
  expect(budget.bytes).toBe(61 * 16_384);
  expect(refused(() => budget.open('198.51.100.99', undefined).hold(1))).toBeDefined();
});
