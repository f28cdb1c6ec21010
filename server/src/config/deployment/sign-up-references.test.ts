import { describe, expect, it } from 'vitest';
import { parse, problemsOf } from '../test-support/problems.ts';

describe('signup', () => {
  const MAIL = { SMTP_URL: 'smtp://mail' };
  const text = (keys: string) => `signup: { mode: open, plan: pro, ${keys} }`;
  const domains = (list: string) => `signup: { mode: domains, plan: pro, domains: [${list}] }`;

  it('is off unless it is set, and has limits', () => {
    expect(parse('').config.signup).toBeUndefined();
    expect(parse(text(''), MAIL).config.signup).toEqual({
      mode: 'open',
      domains: [],
      plan: 'pro',
      credits_usd: '0',
      organizations_per_day: 100,
      organizations_per_domain_per_day: 10,
    });
  });

  it('needs a mail server', () => {
    expect(problemsOf(text(''))).toEqual(['signup: needs a mail server, which SMTP_URL names']);
  });

  it('has domains where they have an effect, and only there', () => {
    expect(problemsOf('signup: { mode: domains, plan: pro }', MAIL)).toEqual([
      'signup.domains: required with mode: domains',
    ]);
    expect(problemsOf(text('domains: [example.com]'), MAIL)).toEqual([
      'signup.domains: has no effect with mode: open; set mode: domains or leave it out',
    ]);
    expect(problemsOf(domains(''), MAIL)).toHaveLength(1);
  });

  it('takes domains in any case and script, as addresses have them', () => {
    expect(parse(domains('Example.COM, bücher.example'), MAIL).config.signup?.domains).toEqual([
      'example.com',
      'xn--bcher-kva.example',
    ]);
  });

  it.each([
    "'@example.com'",
    "'*.example.com'",
    'localhost',
    'https://example.com',
    'a b.example',
    '.com',
    '-a.com',
  ])('takes no %s for a domain', (domain) => {
    expect(problemsOf(domains(domain), MAIL)).toEqual([
      'signup.domains[0]: must be a domain such as example.com, without @ or *',
    ]);
  });

  it('names a plan that is there', () => {
    expect(problemsOf('signup: { mode: open, plan: gold }', MAIL)).toEqual([
      'signup.plan: there is no plan "gold"',
    ]);
    const plans = 'plans: [{ id: gold, monthly_tokens: 1 }]';
    expect(problemsOf(`${plans}\nsignup: { mode: open, plan: gold }`, MAIL)).toEqual([]);
  });
});
