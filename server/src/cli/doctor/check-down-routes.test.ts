import { expect, it } from 'vitest';
import type { ControlClient } from '../../control/index.ts';
import { checkDownRoutes, evaluateDownRoutes } from './check-down-routes.ts';

const failing = (model: string, engine: string, isReplaced: boolean) => ({
  model,
  engine,
  why: 'failing' as const,
  isReplaced,
});

it('names model and engines, and what to do', () => {
  const findings = evaluateDownRoutes([
    failing('M', 'a', false),
    failing('M', 'b', false),
    failing('N', 'a', true),
  ]);
  expect(findings).toEqual([
    { state: 'failed', what: 'model M', detail: expect.stringContaining('engines a, b failed') as string },
    { state: 'warn', what: 'model N', detail: expect.stringContaining('engine a failed') as string },
  ]);
  expect(findings[0]!.detail).toContain('svc reload');
  expect(findings.map(({ detail }) => /Check the server/.test(detail))).toEqual([true, true]);
});

it('tells routes that an operator took out of service apart', () => {
  const out = (model: string, isReplaced: boolean) => ({
    ...failing(model, 'a', isReplaced),
    why: 'out_of_service' as const,
  });
  const taken = expect.stringContaining('an operator took a out of service') as string;
  expect(evaluateDownRoutes([out('M', true), out('N', false)])).toEqual([
    { state: 'ok', what: 'models', detail: 'no engine fails its calls' },
    { state: 'warn', what: 'model M', detail: taken },
    { state: 'failed', what: 'model N', detail: taken },
  ]);
});

it('says that nothing fails', () => {
  expect(evaluateDownRoutes([])).toEqual([
    { state: 'ok', what: 'models', detail: 'no engine fails its calls' },
  ]);
});

it('warns when the service does not tell', async () => {
  const call = (): Promise<never> => Promise.reject(new Error('There is no GET /engines.'));
  const client: ControlClient = { call, download: call };
  expect(await checkDownRoutes(client)).toEqual([
    { state: 'warn', what: 'models', detail: expect.stringContaining('There is no GET /engines.') as string },
  ]);
});
