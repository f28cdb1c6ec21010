import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { chat, message, startBatches, type BatchesFixture } from '../batches/batches-fixture.ts';
import { startHookServer, type HookServer } from './hook-server.ts';
import { setHook, WITH_LOCAL_HOOKS } from './policy-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))(
  'the inference hook of batches on the $kind database',
  (database) => {
    let hook: HookServer;
    let batches: BatchesFixture;
    beforeAll(async () => {
      hook = await startHookServer();
      batches = await startBatches(database, { deployment: WITH_LOCAL_HOOKS });
      await setHook(batches.service, hook.url);
    });
    afterAll(async () => {
      await batches?.[Symbol.asyncDispose]();
      await hook?.close();
    });

    it('POLICY-07 POLICY-20 is asked about each line, and a denied line is errored with 403 and costs nothing', async () => {
      hook.reply((response, { text }) => {
        const verdict = text.includes('forbidden') ? { action: 'deny', message: 'No.' } : { action: 'allow' };
        response.end(JSON.stringify(verdict));
      });
      const { id } = await batches.create([chat('one'), message('two', 'forbidden'), chat('three')]);
      const ended = await batches.until(id);
      expect(ended.request_counts).toMatchObject({ succeeded: 2, errored: 1 });
      const output = await batches.outputOf(ended);
      const denied = output.find((line) => line.custom_id === 'two');
      expect(denied).toMatchObject({ result: { type: 'errored' } });
      expect(JSON.stringify(denied)).toContain('policy_denied');
      const asked = hook.take().map(({ body }) => `${body.type} ${body.endpoint}`);
      expect(asked.toSorted((a, b) => a.localeCompare(b))).toEqual([
        'prompt /v1/chat/completions',
        'prompt /v1/chat/completions',
        'prompt /v1/messages',
      ]);
      expect([...batches.engine.asked.keys()]).not.toContain('forbidden');
    });
  },
);
