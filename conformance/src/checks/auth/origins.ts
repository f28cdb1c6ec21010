import { assertError } from '../../http/assert-error.ts';
import { assertReply } from '../../calls/chat-reply.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { askAs } from './routes.ts';

type Headers = Readonly<Record<string, string>>;

async function assertPasses(
  deployment: Deployment,
  key: string,
  ...tries: readonly Headers[]
): Promise<void> {
  for (const headers of tries) assertReply(await askAs(deployment, 'chat', key, headers));
}

async function assertOriginRefused(
  deployment: Deployment,
  key: string,
  ...tries: readonly Headers[]
): Promise<void> {
  for (const headers of tries) {
    for (const place of ['chat', 'models'] as const) {
      assertError(await askAs(deployment, place, key, headers), { status: 403, code: 'origin_not_allowed' });
    }
  }
}

const from = (origin: string): Headers => ({ origin });
const by = (referer: string): Headers => ({ referer });

// The key "origins" lists https://app.acme.test, *.acme.test and http://localhost:3000.

check('AUTH-16 KEY-62', 'a key with an origin list refuses a call without Origin and Referer', (deployment) =>
  assertOriginRefused(deployment, 'origins', {}),
);

check('AUTH-16 KEY-64', 'a key with an origin list refuses an origin that is not listed', (deployment) =>
  assertOriginRefused(
    deployment,
    'origins',
    ...[
      'https://elsewhere.test',
      'http://app.acme.test',
      'https://app.acme.test:8443',
      'http://localhost',
      'http://localhost:3001',
    ].map(from),
    ...[
      'https://app.acme.test.elsewhere.test',
      'https://notacme.test',
      'https://app.acme.test@elsewhere.test',
      'app.acme.test',
      '*',
      'https://*.acme.test',
      '',
    ].map(from),
  ),
);

check('AUTH-16', 'a listed origin is accepted', (deployment) =>
  assertPasses(deployment, 'origins', from('https://app.acme.test'), from('http://localhost:3000')),
);

check('AUTH-17 KEY-61', 'without Origin, the origin of Referer is checked', async (deployment) => {
  await assertPasses(
    deployment,
    'origins',
    by('https://app.acme.test/page?a=1#b'),
    by('https://app.acme.test'),
    by('http://localhost:3000/x'),
  );
  await assertOriginRefused(
    deployment,
    'origins',
    by('https://elsewhere.test/https://app.acme.test'),
    by('https://elsewhere.test/?app.acme.test'),
    by('about:blank'),
  );
});

check('AUTH-17 KEY-60', 'Origin takes precedence over Referer', async (deployment) => {
  await assertPasses(deployment, 'origins', {
    origin: 'https://app.acme.test',
    referer: 'https://elsewhere.test/',
  });
  await assertOriginRefused(deployment, 'origins', {
    origin: 'https://elsewhere.test',
    referer: 'https://app.acme.test/',
  });
});

check('AUTH-17 KEY-63', 'the opaque origin null is refused, whatever the Referer', (deployment) =>
  assertOriginRefused(deployment, 'origins', from('null'), {
    origin: 'null',
    referer: 'https://app.acme.test/',
  }),
);

check('AUTH-17 KEY-59', 'a key without an origin list works from anywhere', (deployment) =>
  assertPasses(
    deployment,
    'main',
    {},
    from('https://elsewhere.test'),
    from('null'),
    from('nonsense'),
    by('https://elsewhere.test/'),
  ),
);

check(
  'AUTH-18 KEY-57',
  'scheme and host are compared case-insensitively, on both sides',
  async (deployment) => {
    await assertPasses(
      deployment,
      'origins',
      from('HTTPS://App.ACME.test'),
      from('hTTp://LOCALHOST:3000'),
      by('HTTPS://APP.acme.TEST/Path'),
    );
    await assertPasses(deployment, 'written_origins', from('https://upper.test'), from('https://UPPER.test'));
  },
);

check('AUTH-18 KEY-56', 'a default port is treated as absent, on both sides', async (deployment) => {
  await assertPasses(deployment, 'origins', from('https://app.acme.test:443'));
  await assertPasses(
    deployment,
    'written_origins',
    ...['https://upper.test', 'https://upper.test:443', 'http://plain.test', 'http://plain.test:80'].map(
      from,
    ),
  );
  await assertOriginRefused(
    deployment,
    'written_origins',
    from('https://plain.test'),
    from('http://plain.test:443'),
    from('https://upper.test:80'),
  );
});

check('AUTH-18 KEY-54', 'a leading *. matches every subdomain', async (deployment) => {
  await assertPasses(deployment, 'origins', from('https://x.acme.test'), from('https://a.b.acme.test'));
  await assertPasses(
    deployment,
    'written_origins',
    from('https://x.wild.test'),
    from('https://X.Y.Wild.test:443'),
  );
  await assertOriginRefused(
    deployment,
    'written_origins',
    from('http://x.wild.test'),
    from('https://x.wild.test:8443'),
    from('https://xwild.test'),
  );
});

check('AUTH-18 KEY-55', 'a leading *. does not match the bare domain', async (deployment) => {
  await assertOriginRefused(deployment, 'origins', from('https://acme.test'), from('https://.acme.test'));
  await assertOriginRefused(deployment, 'written_origins', from('https://wild.test'));
});

check('KEY-51', 'scheme, host and port of an entry must all match', async (deployment) => {
  await assertPasses(
    deployment,
    'written_origins',
    from('https://port.test:8443'),
    from('capacitor://localhost'),
  );
  await assertOriginRefused(
    deployment,
    'written_origins',
    ...['https://port.test', 'http://port.test:8443', 'https://port.test:8444', 'https://localhost'].map(
      from,
    ),
  );
});

check('KEY-52', 'an entry given as a full URL is reduced to its origin', async (deployment) => {
  await assertPasses(
    deployment,
    'written_origins',
    from('https://pasted.test'),
    by('https://pasted.test/other'),
  );
  await assertOriginRefused(deployment, 'written_origins', from('http://pasted.test'));
});

check('KEY-53', 'an entry without a scheme means https', async (deployment) => {
  await assertPasses(deployment, 'written_origins', from('https://bare.test'));
  await assertOriginRefused(deployment, 'written_origins', from('http://bare.test'));
});
