import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { entryPointsRule } from './entry-points-rule.ts';

RuleTester.describe = describe;
RuleTester.it = it;
// Paths of the cases are from the repository root.
const tester = new RuleTester({
  cwd: new URL('../..', import.meta.url).pathname.replace(/\/$/, ''),
  languageOptions: { sourceType: 'module' },
});

const allowed = (filename: string, code: string) => ({
  name: `allowed in ${filename}: ${code}`,
  filename,
  code,
});
const refused = (filename: string, code: string, message: RegExp) => ({
  name: `refused in ${filename}: ${code}`,
  filename,
  code,
  errors: [{ message }],
});

const FEATURE = 'server/src/features/keys/create-key.ts';

tester.run('walls/entry-points', entryPointsRule, {
  valid: [
    allowed('contract/src/errors.ts', `import { z } from 'zod';`),
    allowed(FEATURE, `import { newId } from '#kit'; import { ApiError } from '@svc/contract';`),
    allowed(
      FEATURE,
      `import { record } from '#features/audit'; import './store.ts'; import type { Store } from '#store';`,
    ),
    allowed('server/src/store/open-store.ts', `import type { Environment } from '#config';`),
    allowed('server/src/pipelines/inference.ts', `import { authenticate } from '#features/keys';`),
    allowed(
      'server/src/http/http.test.ts',
      `import { openStore } from '#store'; import { start } from '#test-kit';`,
    ),
    allowed(
      'server/src/store/migrate.test.ts',
      `import { testDatabases } from '../../test-kit/databases.ts';`,
    ),
    allowed(
      'server/src/features/mail/test-support/mail-fixture.ts',
      `import { openMailSink } from '#test-kit'; import { sendMail } from '../send-mail.ts';`,
    ),
    allowed(
      'server/src/features/mail/send-mail.test.ts',
      `import { MailFixture } from './test-support/mail-fixture.ts';`,
    ),
    allowed('server/src/main.ts', `import '#platform'; import { run } from './cli/index.ts';`),
    allowed('server/src/cli/start.ts', `import { openPlatform } from '../platform/index.ts';`),
    allowed(
      'console/src/pages/keys/keys-page.tsx',
      `import { Button } from '../../ui/button.tsx'; import './key-menu.tsx'; import type { ApiKey } from '@svc/contract';`,
    ),
    allowed('console/src/router.ts', `import { hasCode } from './api/failure.ts';`),
    allowed('conformance/src/main.ts', `import { ERRORS } from '@svc/contract';`),
    allowed(
      'scripts/generate/errors.ts',
      `import { ERRORS } from '@svc/contract'; import '../../server/src/config/index.ts';`,
    ),
  ],
  invalid: [
    refused('contract/src/errors.ts', `import { readFile } from 'node:fs';`, /contract may import only zod/),
    refused(
      'server/src/features/mail/send-mail.ts',
      `import { MailFixture } from './test-support/mail-fixture.ts';`,
      /Only tests may import test fixtures/,
    ),
    refused('server/src/kit/ids.ts', `import { openStore } from '#store';`, /kit may not import store/),
    refused('server/src/kit/ids.ts', `import type { Store } from '#store';`, /kit may not import store/),
    refused('server/src/kit/ids.ts', `const store = import('#store');`, /kit may not import store/),
    refused('server/src/kit/ids.ts', `export * from '#store';`, /kit may not import store/),
    refused('server/src/kit/ids.ts', `export { openStore } from '#store';`, /kit may not import store/),
    refused(
      'server/src/kit/ids.ts',
      `export type Held = import('#store').Store;`,
      /kit may not import store/,
    ),
    refused('server/src/kit/ids.ts', `const load = (name: string) => import(name);`, /literal specifier/),
    refused('server/src/kit/ids.ts', `import { toTimestamp } from '#kit';`, /its own entry point/),
    refused(
      'server/src/store/open-store.ts',
      `import { loadEnvironment } from '#config';`,
      /only types of config/,
    ),
    refused(
      FEATURE,
      `import { chat } from '#features/chat';`,
      /features\/keys may not import features\/chat/,
    ),
    refused(FEATURE, `import { inference } from '#pipelines';`, /may not import pipelines/),
    refused(FEATURE, `import { rows } from '../audit/store.ts';`, /leaves the folder/),
    refused(FEATURE, `import { rows } from '#features/audit/store';`, /no entry point/),
    refused(FEATURE, `import { start } from '#test-kit';`, /Only tests/),
    refused(
      'server/src/features/keys/keys.test.ts',
      `import { rows } from '../audit/store.ts';`,
      /leaves the folder/,
    ),
    refused(FEATURE, `import { testDatabases } from '../../../test-kit/databases.ts';`, /leaves the folder/),
    refused(
      'server/src/http/server.ts',
      `import { keys } from '#features/keys';`,
      /http may not import features\/keys/,
    ),
    refused('server/src/main.ts', `import { rows } from './features/keys/store.ts';`, /past the entry point/),
    refused(
      'server/src/cli/start.ts',
      `import { AppServices } from '../platform/app-services.ts';`,
      /past the entry point/,
    ),
    refused(
      'conformance/src/main.ts',
      `import { start } from '../../server/src/platform/index.ts';`,
      /leaves the folder/,
    ),
    refused('bench/src/main.ts', `import { ERRORS } from '@svc/contract';`, /bench may not import contract/),
  ],
});
