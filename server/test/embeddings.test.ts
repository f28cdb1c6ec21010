import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY, oneOrganization, startRunningService, type RunningService } from '#test-kit';

let service: RunningService;
beforeAll(async () => {
  service = await startRunningService({ provisioning: oneOrganization() });
});
afterAll(() => service.stop());

describe('embeddings of the sandbox', () => {
  it('EMB-01 answers', async () => {
    const answer = await service.post('/v1/embeddings', MAIN_KEY, { model: 'svc-embed-1', input: ['a cat', 'the cats'] });
    const text = await answer.text();
    console.log(answer.status, [...answer.headers], text.slice(0, 300), text.slice(-200));
    expect(answer.status).toBe(200);
  });
});
