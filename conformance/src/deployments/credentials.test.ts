import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCredentials } from './credentials.ts';
import { externalDeployment } from './external-deployment.ts';

async function credentialsFile(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-credentials-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'credentials.yaml');
  await writeFile(file, text);
  return file;
}

it('reads a map from names to secrets', async () => {
  expect(await readCredentials(await credentialsFile('main: sk_live_1\nsecond: sk_live_2\n'))).toEqual({
    main: 'sk_live_1',
    second: 'sk_live_2',
  });
});

it('reads people too, with or without an authenticator app', async () => {
  const people = {
    owner: { email: 'a@b.test', password: 'p', totp_secret: 'GEZD' },
    developer: { email: 'd@b.test', password: 'p' },
  };
  expect(await readCredentials(await credentialsFile(JSON.stringify(people)))).toEqual(people);
});

it.each([
  ['a person without a password', 'owner: { email: a@b.test }'],
  ['a person with something else', 'owner: { email: a@b.test, password: p, otp: x }'],
  ['a list', '- sk_live_1'],
  ['nothing', ''],
  ['a number', 'main: 5'],
  ['what is no YAML', 'main: "'],
])('names the file that holds %s', async (_, text) => {
  const file = await credentialsFile(text);
  await expect(readCredentials(file)).rejects.toThrow(`The credentials file ${file} `);
});

it('names the missing file, and says what it must contain', async () => {
  await expect(readCredentials('/nowhere/c.yaml')).rejects.toThrow(
    /no credentials file \/nowhere\/c\.yaml\.[^]*main: sk_live_/,
  );
});

it('refuses a name that no check uses', async () => {
  const file = await credentialsFile('mian: sk_live_1');
  await expect(externalDeployment('http://127.0.0.1:1', file)).rejects.toThrow(/mian.*main, second/);
});

it.each(['main: { email: a@b.test, password: p }', 'owner: sk_live_1'])(
  'refuses a value of the wrong kind: %s',
  async (text) => {
    const file = await credentialsFile(text);
    await expect(externalDeployment('http://127.0.0.1:1', file)).rejects.toThrow(
      / another way: (main|owner)\./,
    );
  },
);

it('reports that nothing answers', async () => {
  const file = await credentialsFile('main: sk_live_1');
  await expect(externalDeployment('http://127.0.0.1:1', file)).rejects.toThrow(
    /^Nothing answers at http:\/\/127\.0\.0\.1:1\/v1\/models: .*ECONNREFUSED/,
  );
});
