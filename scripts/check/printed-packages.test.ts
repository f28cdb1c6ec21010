import { describe, expect, it } from 'vitest';
import { printedPackages } from './printed-packages.ts';
import { sourceFiles } from './source-files.ts';

const MANIFEST = {
  path: 'package.json',
  text: JSON.stringify({
    bin: { svc: 'a' },
    devDependencies: { openai: '1', typescript: '1', '@svc/sdk': '*', '@ai-sdk/openai': '1' },
  }),
};
const found = (text: string, path = 'docs/a.md') => printedPackages([MANIFEST, { path, text }]);

describe('packages in printed commands', () => {
  it('are ours or dependencies in this tree', () => {
    expect(printedPackages(sourceFiles())).toEqual([]);
  });

  it.each([
    'npx @svc/connector check',
    'npx svc-connector',
    'run `npx --yes other` once',
    "'npx @svc/sdk',",
    'npm install @svc/sdk',
    'npm install --global other@1',
    'npm install openai other',
    'npm i other',
    'docker run -d -p 1:2 stranger/image',
    'docker run -d \\\n  -v a:b stranger/image:1',
    'docker pull stranger/image',
    '    image: stranger/image:1',
  ])('%s is found', (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    'npx svc start',
    'npx tsc',
    'npm install openai@6',
    'npm install',
    'npm install ./sdk/dist',
    'npm install --global /path/to/it',
    'npm install @ai-sdk/openai',
    'npm ci && npm run build -w @svc/console',
    'docker run --rm -e A=b svc',
    'docker build -t svc .',
    'image: { repository: registry.example.com/svc }',
    '    image: postgres:15',
  ])('%s is not', (text) => {
    expect(found(text)).toEqual([]);
  });
});
