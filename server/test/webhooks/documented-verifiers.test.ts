import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const GUIDE = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const SECRET = `whsec_${'7'.repeat(64)}`;
const BODY = '{"id":"evt_1","data":{"name":"naïve ✓"}}\n';
const nowS = (): number => Math.floor(Date.now() / 1000);

function header(body: string, { secret = SECRET, t = nowS(), before = '' } = {}): string {
  const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return `t=${t},${before}v1=${signature}`;
}

type Case = readonly [what: string, body: string, header: () => string, taken: boolean];

/** A body with its header, made when it is verified, and whether it must be accepted. */
const CASES: readonly Case[] = [
  ['as it was sent', BODY, () => header(BODY), true],
  ['signed by two secrets', BODY, () => header(BODY, { before: `v1=${'0'.repeat(64)},` }), true],
  ['four minutes old', BODY, () => header(BODY, { t: nowS() - 240 }), true],
  ['more than five minutes old', BODY, () => header(BODY, { t: nowS() - 302 }), false],
  ['more than five minutes ahead', BODY, () => header(BODY, { t: nowS() + 400 }), false],
  ['cut', BODY.slice(0, -2), () => header(BODY), false],
  ['signed with another secret', BODY, () => header(BODY, { secret: 'whsec_other' }), false],
  [
    'signed for another time',
    BODY,
    () => header(BODY).replace(/t=(\d+)/, (_, t) => `t=${Number(t) - 1}`),
    false,
  ],
];

/** The last code block of a language under a heading. */
function example(heading: string, language: string): string {
  const section = GUIDE.split(`### ${heading}\n`)[1]!.split(/\n##+ /)[0]!;
  return [...section.matchAll(new RegExp(`\`\`\`${language}[^\n]*\n([\\s\\S]*?)\`\`\``, 'g'))].at(-1)![1]!;
}

const has = (program: string, argument: string): boolean => spawnSync(program, [argument]).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-verifiers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe('the guide verifies deliveries as the contract says', () => {
  it('HOOK-42 HOOK-43 in Node', async () => {
    const path = write('verify.mjs', example('Node', 'js'));
    const { verify } = (await import(pathToFileURL(path).href)) as {
      verify: (body: Buffer, given: string, secret: string) => boolean;
    };
    for (const [what, body, given, taken] of CASES)
      expect([what, verify(Buffer.from(body), given(), SECRET)]).toEqual([what, taken]);
  });

  it.runIf(has('python3', '--version'))('HOOK-42 HOOK-43 in Python', () => {
    const program = write(
      'verify.py',
      `${example('Python', 'python')}\nimport sys\nprint(verify(sys.stdin.buffer.read(), sys.argv[1], sys.argv[2]))\n`,
    );
    for (const [what, body, given, taken] of CASES) {
      const printed = execFileSync('python3', [program, given(), SECRET], { input: body }).toString().trim();
      expect([what, printed]).toEqual([what, taken ? 'True' : 'False']);
    }
  });

  it.runIf(has('go', 'version'))('HOOK-42 HOOK-43 in Go', () => {
    write('go.mod', 'module hooks\n');
    write('verify.go', example('Go', 'go'));
    write(
      'verify_test.go',
      `package hooks\nimport "testing"\nfunc TestVerify(t *testing.T) {\n${CASES.map(
        ([what, body, given, taken]) =>
          `if Verify([]byte(${JSON.stringify(body)}), ${JSON.stringify(given())}, "${SECRET}") != ${taken} { t.Error("${what}") }`,
      ).join('\n')}\n}\n`,
    );
    const { status, stdout } = spawnSync('go', ['test', './...'], { cwd: folder });
    expect([status, status === 0 ? '' : stdout.toString()]).toEqual([0, '']);
  });

  it.runIf(has('openssl', 'version'))('HOOK-42 HOOK-43 in a shell', () => {
    const program = write('verify.sh', `${example('Shell', 'sh')}\nverify "$@"\n`);
    for (const [what, body, given, taken] of CASES) {
      const { status } = spawnSync('sh', [program, write('body', body), given(), SECRET]);
      expect([what, status === 0]).toEqual([what, taken]);
    }
  });
});
