import { expect, it } from 'vitest';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { refuse } from './fit-request.ts';

it('refuses in the engine’s place, which says nothing of the engine', () => {
  const sink = new RecordingSink();
  refuse(sink, 'temperature');
  expect(sink.fault).toMatchObject({ status: 400, isUnsent: true, refusal: { reason: 'parameter' } });
});
