import { describe, expect, it } from 'vitest';
import { parse, problemsOf } from './test-support/problems.ts';

describe('YAML', () => {
  it.each([
    ['a key given twice', 'drain_seconds: 1\ndrain_seconds: 2', 'line 2, column 1: duplicate key'],
    [
      'two documents',
      'drain_seconds: 1\n---\ndrain_seconds: 2',
      'line 2, column 1: the file must hold one document',
    ],
    ['an unknown tag', 'identity_instruction: !!js x', 'line 1, column 23: unknown YAML tag'],
    ['broken syntax', 'identity_instruction: "hunter2', 'line 1, column 31: not valid YAML (missing char)'],
    ['an alias to nowhere', 'chat: *x', ': has aliases (*name) that are undefined or expand too much'],
    ['a list', '- 1', ': must be an object'],
    ['a __proto__ key', '"__proto__": { drain_seconds: 5 }', '["__proto__"]: unknown key'],
  ])('refuses %s without quoting the text', (_title, text, problem) => {
    const problems = problemsOf(text);
    expect(problems).toContain(problem.replace('["__proto__"]', '__proto__'));
    expect(problems.join()).not.toContain('hunter2');
  });

  it('tells the first syntax error alone, once, since what follows from it is noise', () => {
    const models = '\nmodels:\n  - { id: M, default: true, routes: [{ engine: main }] }';
    const hint = '; inside { } and [ ] a ${NAME} must be quoted: "${NAME}"';
    expect(problemsOf(`engines:\n  main: { type: openai, api_key: \${K} }${models}`, { K: 'k' })).toEqual([
      `line 2, column 35: not valid YAML (unexpected token)${hint}`,
    ]);
    expect(problemsOf(`a: ]\nb: ]\nidentity_instruction: "\${K}"${models}`)).toEqual([
      'line 1, column 4: not valid YAML (unexpected token)',
    ]);
    expect(problemsOf('name: [')).toEqual(['line 1, column 8: not valid YAML (bad indent)']);
  });

  it('tells every key that was given twice', () => {
    expect(problemsOf('chat: {}\nchat: {}\nchat: {}')).toEqual([
      'line 2, column 1: duplicate key',
      'line 3, column 1: duplicate key',
    ]);
  });

  it('follows anchors and merges', () => {
    const { config } = parse('network: &n { trusted_proxies: &p [10.0.0.1] }\nwebhooks: { egress_ips: *p }');
    expect(config.webhooks.egress_ips).toEqual(['10.0.0.1']);
  });

  it('bounds a file that explodes when expanded', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      ...'bcdefghij'
        .split('')
        .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[at]}`).join(', ')}]`),
    ].join('\n');
    const before = performance.now();
    expect(problemsOf(bomb)).toEqual([': has aliases (*name) that are undefined or expand too much']);
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it('bounds an alias that contains itself', () => {
    expect(problemsOf('limits: &a { x: *a }').some((line) => /nested too deep|aliases/.test(line))).toBe(
      true,
    );
  });

  it('refuses more than 1 MiB', () => {
    expect(problemsOf(`# ${'x'.repeat(1024 * 1024)}`)).toEqual([': is larger than 1 MiB']);
  });
});
