import { expect, it } from 'vitest';
import type { ControlClient } from '../../control/index.ts';
import { checkFailingRoutes, evaluateFailingRoutes } from './check-failing-routes.ts';

const failing = (model: string, engine: string, isReplaced: boolean) => ({ model, engine, isReplaced });

it('names model and engines, and what to do', () => {
  const findings = evaluateFailingRoutes([
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

it('says that nothing fails', () => {
  expect(evaluateFailingRoutes([])).toEqual([
    { state: 'ok', what: 'models', detail: 'no engine fails its calls' },
  ]);
});

it('warns when the service does not tell', async () => {
  const call = (): Promise<never> => Promise.reject(new Error('There is no GET /engines.'));
  const client: ControlClient = { call, download: call };
  expect(await checkFailingRoutes(client)).toEqual([
    { state: 'warn', what: 'models', detail: expect.stringContaining('There is no GET /engines.') as string },
  ]);
});
