import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDeployment, parseProvisioning } from '../../server/src/config/index.ts';
import {
  freePort,
  MAIN_KEY,
  ApiBrowser,
  oneOrganization,
  startRunningService,
  type RunningService,
} from '../../server/test-kit/index.ts';
import { HOME_FILE, readContents } from '../build/contents.ts';
import { codeBlocks, type CodeBlock } from './code-blocks.ts';
import { isRun, pageScript } from './page-script.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');
/** A page with many libraries takes ten seconds, and much longer on a machine that is busy. */
const MAX_MS = 300_000;
const PASSWORD = 'correct horse battery';
const ADMIN_KEY = `sk_admin_${'a'.repeat(64)}`;
const PAGES = [HOME_FILE, ...readContents(DOCS).flatMap(({ pages }) => pages.map(({ file }) => file))].map(
  (file) => ({ file, blocks: codeBlocks(readFileSync(join(DOCS, file), 'utf8')) }),
);
const BLOCKS = PAGES.flatMap(({ file, blocks }) =>
  blocks.map((block) => ({ ...block, at: `docs/${file}:${block.line}` })),
);

function checkYaml(code: string): void {
  const variable = (name: string): string => `${name}-is-a-text-of-more-than-32-characters`;
  const directory = ROOT;
  if ('organizations' in (parse(code) as object)) parseProvisioning(code, { source: 'page' });
  else
    parseDeployment(code, {
      source: 'page',
      baseUrl: 'http://localhost:8080',
      directory,
      variable,
      severalNodes: false,
      sendsMail: true,
    });
}

/** Every field that is shown is in the answer, as a value of the same type. */
function checkShape(shown: unknown, actual: unknown): void {
  expect(Array.isArray(actual) ? 'array' : typeof actual).toBe(Array.isArray(shown) ? 'array' : typeof shown);
  if (typeof shown !== 'object' || shown === null) return;
  for (const [name, value] of Object.entries(shown)) {
    expect(actual).toHaveProperty([name]);
    checkShape(value, (actual as Record<string, unknown>)[name]);
  }
}

describe('every block of code of the documentation', () => {
  it('runs, is checked, or says why not', () => {
    const unchecked = BLOCKS.filter(
      (block) => !isRun(block) && block.mark.kind === 'run' && !['json', 'yaml'].includes(block.language),
    );
    expect(unchecked.map(({ at, language }) => `${at} (${language})`)).toEqual([]);
  });

  it('is mentioned by the test that is said to run it', () => {
    for (const { at, mark } of BLOCKS) {
      if (mark.kind !== 'tested in') continue;
      const page = at.slice(0, at.indexOf(':'));
      expect([at, readFileSync(join(ROOT, mark.file), 'utf8').includes(page)]).toEqual([at, true]);
    }
  });

  it.each(BLOCKS.filter(({ language, mark }) => language === 'yaml' && mark.kind === 'run'))(
    'is a file that the service accepts: $at',
    ({ code }) => expect(() => checkYaml(code)).not.toThrow(),
  );

  it.each(BLOCKS.filter(({ language, mark }) => language === 'json' && mark.kind === 'run'))(
    'is JSON: $at',
    ({ code }) => expect(() => JSON.parse(code) as unknown).not.toThrow(),
  );
});

describe('the examples of a page, pasted in their order', () => {
  let service: RunningService;
  let metricsPort: number;
  let receiverPort: number;
  let limitedKey: string;

  beforeAll(async () => {
    metricsPort = await freePort();
    receiverPort = await freePort();
    service = await startRunningService({
      deployment: { webhooks: { allow_http: true }, network: { allow_private_targets: ['127.0.0.1'] } },
      provisioning: oneOrganization({
        members: [{ email: 'ada@acme.test', name: 'Ada', role: 'primary_owner', password: PASSWORD }],
        admin_keys: [{ name: 'main', created_by: 'ada@acme.test', secret: ADMIN_KEY }],
      }),
      environment: { SVC_METRICS_PORT: String(metricsPort) },
    });
    limitedKey = await createLimitedKey();
  });
  afterAll(() => service.stop());

  /** As people make one in the Console. */
  const createLimitedKey = async (): Promise<string> => {
    const ada = new ApiBrowser(service.baseUrl);
    await ada.signIn('ada@acme.test', PASSWORD);
    const { body: me } = await ada.get('/console/api/me');
    const [workspace] = me['workspaces'] as { id: string }[];
    const { body } = await ada.post('/console/api/api_keys', {
      name: 'two a minute',
      workspace_id: workspace!.id,
      requests_per_minute: 2,
    });
    return body['secret'] as string;
  };

  const fill = (script: string): string =>
    script
      .replaceAll('http://localhost:8080', service.baseUrl)
      .replaceAll('localhost:9464', `127.0.0.1:${metricsPort}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${receiverPort}`)
      .replaceAll('listen(3000', `listen(${receiverPort}`)
      .replaceAll('LIMITED_KEY=sk_live_…', `LIMITED_KEY=${limitedKey}`)
      .replaceAll('sk_live_…', MAIN_KEY)
      .replaceAll('sk_admin_…', ADMIN_KEY);

  const checkResponses = (folder: string, blocks: readonly CodeBlock[]): void => {
    const printed = (block: CodeBlock): string => readFileSync(join(folder, `out-${block.line}`), 'utf8');
    for (const [i, block] of blocks.entries()) {
      const { mark, code } = block;
      if (mark.kind === 'prints')
        for (const line of mark.lines) expect(printed(block)).toContain(`${line}\n`);
      if (mark.kind !== 'like') continue;
      const response = printed(blocks[i - 1]!);
      checkShape(JSON.parse(code), JSON.parse(response));
    }
  };

  it.each(PAGES.filter(({ blocks }) => blocks.some(isRun)))(
    '$file',
    async ({ blocks }) => {
      const folder = mkdtempSync(join(tmpdir(), 'svc-page-'));
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'page.sh'), fill(pageScript(blocks)));
      const env = {
        PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
        SVC_KEY: MAIN_KEY,
        SVC_ADMIN_KEY: ADMIN_KEY,
      };
      const failure = await promisify(execFile)('bash', ['page.sh'], {
        cwd: folder,
        env,
        timeout: MAX_MS,
      }).then(
        () => undefined,
        ({ stderr }: { stderr: string }) => {
          const line = readFileSync(join(folder, 'at'), 'utf8').trim();
          return `line ${line}: ${stderr}${readFileSync(join(folder, `out-${line}`), 'utf8')}`;
        },
      );
      expect(failure).toBeUndefined();
      checkResponses(folder, blocks);
      rmSync(folder, { recursive: true });
    },
    MAX_MS + 10_000,
  );
});
