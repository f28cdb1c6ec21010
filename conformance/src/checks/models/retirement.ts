import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { chat, wholeReply } from '../../calls/chat-call.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { check } from '../../runner/check.ts';
import { advanceTo } from '../auth/clock.ts';
import { listIds, MODEL_NOT_FOUND, readModel } from './catalog.ts';
import { requireModels } from './offered.ts';

/** When "Svc Leaving" retires, as fixture/svc.yaml says. */
const RETIRES_AT_MS = Date.UTC(2099, 0, 1);

// Time cannot be moved back: in a variant that nothing else asks about dates, and after everything that needs an earlier year.
check(
  'MODEL-16',
  'a model answers until its retirement time, and is then neither listed nor found',
  async (deployment) => {
    await advanceTo(deployment, RETIRES_AT_MS - 30_000);
    assert.ok((await listIds(deployment)).includes('Svc Leaving'));
    assert.equal((await wholeReply(deployment, { model: 'Svc Leaving' })).model, 'Svc Leaving');
    await deployment.advanceClock(31);
    assert.ok(!(await listIds(deployment, '?include_unavailable=true')).includes('Svc Leaving'));
    assertError(await readModel(deployment, 'Svc Leaving'), MODEL_NOT_FOUND);
  },
  { variant: 'unknown-model-error' },
);

check(
  'VER-08',
  'responses of a retiring model look like any other: only the model object announces the retirement',
  async (deployment) => {
    await requireModels(deployment, 'Svc Leaving');
    const leaving = await chat(deployment, { model: 'Svc Leaving' });
    const staying = await chat(deployment);
    assert.deepEqual(Object.keys(leaving.headers).toSorted(), Object.keys(staying.headers).toSorted());
    assert.deepEqual(
      Object.keys(assertReply(leaving)).toSorted(),
      Object.keys(assertReply(staying)).toSorted(),
    );
  },
);
