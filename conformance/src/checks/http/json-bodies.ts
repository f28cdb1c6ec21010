import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { INVALID_REQUEST } from '../../calls/assert-refused.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { CHAT, HELLO } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';

const MESSAGES = JSON.stringify(HELLO);
const nested = (depth: number): string =>
  `{"messages":${MESSAGES},"stream":false,"extra":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

const UNPARSEABLE: readonly (readonly [string, string | Buffer])[] = [
  ['empty', ''],
  ['white space', '  \n'],
  ['half an object', '{'],
  ['a trailing comma', `{"messages":${MESSAGES},}`],
  ['single quotes', "{'messages':[]}"],
  ['NaN', '{"messages":NaN}'],
  ['a comment', '/**/{}'],
  ['two values', '{}{}'],
  ['a form', 'messages=hi'],
  [
    'bytes that are not UTF-8',
    Buffer.concat([
      Buffer.from('{"messages":[{"role":"user","content":"'),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from('"}]}'),
    ]),
  ],
  ['UTF-16', Buffer.from('{"messages":[]}', 'utf16le')],
  ['65 levels deep', nested(65)],
  ['100000 levels deep', '['.repeat(100_000)],
  ['100000 levels deep and closed', nested(100_000)],
];

for (const [what, body] of UNPARSEABLE) {
  check('ERR-26 ERR-15', `a body that is ${what} is refused as invalid JSON (D-08)`, async (deployment) => {
    assertError(await deployment.post(CHAT, body), { status: 400, code: 'invalid_json' });
    if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, 0);
  });
}

check('ERR-26', '64 levels of nesting are accepted (D-08)', async (deployment) => {
  assertReply(await deployment.post(CHAT, nested(64)));
});

check('ERR-26', 'a byte order mark is skipped (D-08)', async (deployment) => {
  assertReply(await deployment.post(CHAT, `\uFEFF{"messages":${MESSAGES},"stream":false}`));
});

check('ERR-26', 'the last of duplicate keys wins (D-08)', async (deployment) => {
  assertReply(
    await deployment.post(
      CHAT,
      `{"messages":[],"model":5,"stream":true,"messages":${MESSAGES},"model":"Svc Code","stream":false}`,
    ),
  );
  const { body } = await deployment.upstream.nextRequest();
  assert.equal(body['model'], 'upstream-code');
});

check('ERR-26', 'a lone surrogate is refused anywhere (D-08)', async (deployment) => {
  for (const body of [
    '{"messages":[{"role":"user","content":"\\ud83d"}]}',
    '{"messages":[{"role":"user","content":"\\ude42 x"}]}',
    `{"messages":${MESSAGES},"stream":false,"other":{"deep":["\\ud83dx"]}}`,
    `{"messages":${MESSAGES},"stream":false,"\\udc00":1}`,
  ]) {
    assertError(await deployment.post(CHAT, body), INVALID_REQUEST);
  }
  assertReply(
    await deployment.post(CHAT, '{"messages":[{"role":"user","content":"\\ud83d\\ude42"}],"stream":false}'),
  );
});

check('ERR-26', 'keys like __proto__ are plain data (D-08)', async (deployment) => {
  const body = `{"__proto__":{"model":"","stream":7},"constructor":1,"toString":null,"messages":[{"role":"user","content":"Hi","__proto__":{"role":"bot"}}],"stream":false}`;
  assertReply(await deployment.post(CHAT, body));
  assertError(await deployment.post(CHAT, `{"__proto__":{"messages":${MESSAGES}}}`), {
    status: 400,
    code: 'messages_required',
  });
});

check('ERR-26', 'numbers of any range and length are accepted as JSON (D-22)', async (deployment) => {
  assertError(await deployment.post(CHAT, `{"messages":${MESSAGES},"max_tokens":1e400}`), INVALID_REQUEST);
  assertReply(
    await deployment.post(CHAT, `{"messages":${MESSAGES},"stream":false,"max_tokens":${'9'.repeat(300)}}`),
  );
});

check(
  'ERR-26 CHAT-22',
  'headers are checked before the body, the body before its fields (D-01)',
  async (deployment) => {
    const authorization = `Bearer ${deployment.credential('main')}`;
    assertError(
      await deployment.send(CHAT, {
        method: 'POST',
        headers: { authorization, 'content-type': 'text/plain' },
        body: '{',
      }),
      INVALID_REQUEST,
    );
    assertError(await deployment.post(CHAT, '{"messages":'), { status: 400, code: 'invalid_json' });
    assertError(await deployment.post(CHAT, '{"model":""}'), { status: 400, code: 'messages_required' });
  },
);

check(
  'CHAT-02 CHAT-07 CHAT-11',
  'fields are checked in the order of the contract’s table (D-01)',
  async (deployment) => {
    const messageOf = async (body: unknown): Promise<string> =>
      assertError(await deployment.post(CHAT, body), INVALID_REQUEST).message;
    const bad = { messages: [1], model: 1, stream: 1, max_tokens: 0, tools: {}, tool_choice: 1 };
    const order = ['messages', 'model', 'stream', 'max_tokens', 'tools', 'tool_choice'] as const;
    for (const [i, field] of order.entries()) {
      const body = Object.fromEntries(
        order.map((name, j) => [
          name,
          j < i
            ? {
                messages: HELLO,
                model: 'Svc Code',
                stream: false,
                max_tokens: 5,
                tools: [],
                tool_choice: 'auto',
              }[name]
            : bad[name],
        ]),
      );
      assert.ok((await messageOf(body)).includes(field), field);
    }
  },
);
