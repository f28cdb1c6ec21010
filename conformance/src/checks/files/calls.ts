import assert from 'node:assert/strict';
import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { assertError } from '../../http/assert-error.ts';
import { chat } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Caller, Deployment } from '../../deployments/deployment.ts';
import { NOTES, withPrepared, type Part } from '../../calls/file-call.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { message, wholeMessage } from '../../calls/message-call.ts';
import { pdfOf, PNG } from '../../calls/sample-files.ts';
import { requireModels } from '../models/offered.ts';

const PATH = 'messages[0].content[0].source.file_id';
const IMAGE: readonly Part[] = [
  ['purpose', 'vision'],
  ['file', PNG, 'a.png'],
];

const asking = (type: 'document' | 'image', fileId: string) => ({
  model: 'Svc Code',
  messages: [{ role: 'user', content: [{ type, source: { type: 'file', file_id: fileId } }] }],
});

/** What the engine was last asked, as text. */
async function sentToEngine(deployment: Deployment): Promise<string> {
  return JSON.stringify((await deployment.upstream.nextRequest()).body);
}

check('FILE-30 MSG-74', 'a file is uploaded once and used in several calls', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  const paper: readonly Part[] = [
    ['purpose', 'document'],
    ['file', pdfOf('The answer is 42.'), 'a.pdf'],
  ];
  for (const parts of [NOTES, paper])
    await withPrepared(deployment, parts, async ({ id }) => {
      for (let call = 0; call < 2; call++) {
        await wholeMessage(deployment, asking('document', id));
        if (deployment.hasUpstream) assert.match(await sentToEngine(deployment), /The answer is 42\./);
      }
    });
  await withPrepared(deployment, IMAGE, async ({ id }) => {
    await wholeMessage(deployment, asking('image', id));
    if (deployment.hasUpstream)
      assert.ok((await sentToEngine(deployment)).includes(PNG.toString('base64')), 'the engine sees it');
  });
});

check('CHAT-87', 'files are accepted in chat with chat extensions', async (deployment) => {
  await requireModels(deployment, 'Svc Code');
  const ask = (part: object): Promise<HttpResponse> =>
    chat(
      deployment,
      { model: 'Svc Code', messages: [{ role: 'user', content: [part] }] },
      { headers: { 'svc-beta': CHAT_EXTENSIONS_BETA } },
    );
  await withPrepared(deployment, IMAGE, async ({ id }) => {
    assert.equal((await ask({ type: 'image_file', image_file: { file_id: id } })).status, 200);
  });
  await withPrepared(deployment, NOTES, async ({ id }) => {
    assert.equal((await ask({ type: 'file', file: { file_id: id } })).status, 200);
    // For another purpose.
    assertError(await ask({ type: 'image_file', image_file: { file_id: id } }), {
      status: 400,
      code: 'unsupported_content',
      param: 'messages[0].content[0].image_file.file_id',
    });
  });
});

check(
  'MSG-74 FILE-31',
  'a file must belong to the workspace, be ready and have a matching purpose (D-54)',
  async (deployment) => {
    await requireModels(deployment, 'Svc Code');
    const refused = async (
      status: number,
      code: string,
      fields: object,
      caller: Caller = {},
    ): Promise<void> => {
      const response = await message(deployment, fields as Record<string, unknown>, caller);
      assertError(response, { status, code, param: PATH });
    };
    await withPrepared(deployment, NOTES, async ({ id }) => {
      await refused(400, 'unsupported_content', asking('image', id));
      await refused(404, 'file_not_found', asking('document', id), { as: 'narrow_org' });
    });
    const broken: readonly Part[] = [
      ['purpose', 'document'],
      ['file', '%PDF-1.7\n', 'a.pdf'],
    ];
    await withPrepared(deployment, broken, ({ id }) =>
      refused(400, 'unsupported_content', asking('document', id)),
    );
    await refused(404, 'file_not_found', asking('document', 'file_none'));
    if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0, 'no engine was asked');
  },
);
