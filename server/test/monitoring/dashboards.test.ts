import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { documentedMetrics } from './scrape.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');

/** Labels that Prometheus adds, and the one of buckets. */
const ADDED = ['instance', 'job', 'le'];
const SUFFIX = /_(?:bucket|sum|count)$/;

const Dashboard = z.object({
  title: z.string(),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), definition: z.string().optional() })),
  }),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).optional(),
    }),
  ),
});

const Alerts = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ),
});

const dashboard = Dashboard.parse(JSON.parse(read('grafana/svc.json')));
const rules = Alerts.parse(parse(read('prometheus/alerts.yaml'))).groups.flatMap((group) => group.rules);
const documented = documentedMetrics();

/** What is wrong with the names in an expression: metrics nobody exposes, and labels that its metrics do not have. */
function misnamed(expression: string): string[] {
  const wrong: string[] = [];
  const labels = new Set(ADDED);
  for (const [, name, selector] of expression.matchAll(/(\bsvc_\w+)(?:\{([^}]*)\})?/g)) {
    const known = documented.get(name!) ?? documented.get(name!.replace(SUFFIX, ''));
    if (!known) wrong.push(name!);
    for (const label of known ?? []) labels.add(label);
    for (const [, label] of (selector ?? '').matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g))
      if (!known?.includes(label!) && !ADDED.includes(label!)) wrong.push(`${name}{${label}}`);
  }
  for (const [, list] of expression.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g))
    for (const label of list!.split(/,\s*/)) if (!labels.has(label)) wrong.push(`by ${label}`);
  if (!expression.includes('svc_')) wrong.push('no metric');
  return wrong;
}

/** Labels that a text shows, which its expression must leave over. */
function missingLabels(text: string, expression: string): string[] {
  const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label!);
  return shown.filter(
    (label) =>
      !new RegExp(`\\bby\\s*\\([^)]*\\b${label}\\b`).test(expression) &&
      !(label === 'instance' && !/\bby\s*\(/.test(expression)),
  );
}

const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

describe('the Grafana dashboard', () => {
  it.each(queries)('$title: $expr', ({ expr, legendFormat }) => {
    expect(misnamed(expr)).toEqual([]);
    expect(missingLabels(legendFormat, expr)).toEqual([]);
  });

  it('has variables that exist, and uses no other', () => {
    const { list } = dashboard.templating;
    for (const { definition } of list) {
      if (definition === undefined) continue;
      const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(definition)!;
      expect([definition, ADDED.includes(label!) || documented.get(metric!)?.includes(label!)]).toEqual([
        definition,
        true,
      ]);
    }
    const names = new Set([...list.map(({ name }) => name), '__rate_interval']);
    const used = queries.flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)].map(([, name]) => name!));
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  it('has panels that do not overlap, each with an id of its own', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });
});

/** What Prometheus says of a file of rules; undefined where it is not installed. */
function promtool(path: string): readonly [number | null, string] | undefined {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path], {
    encoding: 'utf8',
  });
  return error ? undefined : [status, stderr || stdout];
}

it('Prometheus takes the alert rules, and the queries of the dashboard', (context) => {
  const alerts = promtool(fileURLToPath(new URL('../../../deploy/prometheus/alerts.yaml', import.meta.url)));
  if (!alerts) return context.skip('promtool not found');
  expect(alerts).toEqual([0, expect.stringContaining(`${rules.length} rules found`)]);
  const directory = mkdtempSync(join(tmpdir(), 'svc-queries-'));
  try {
    // As rules that record: what Grafana puts in place of its variables has their form.
    const recorded = queries.map(({ expr }, n) => ({
      record: `query:${n}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\{?\w+\}?/g, 'any'),
    }));
    const path = join(directory, 'queries.yaml');
    writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    expect(promtool(path)).toEqual([0, expect.stringContaining(`${queries.length} rules found`)]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

describe('the alert rules', () => {
  it.each(rules)('$alert', ({ expr, annotations }) => {
    expect(misnamed(expr)).toEqual([]);
    for (const text of Object.values(annotations)) expect(missingLabels(text, expr)).toEqual([]);
  });

  it.each(rules)(
    '$alert has a section of the runbook: symptom, check and action',
    ({ alert, annotations }) => {
      expect(annotations.runbook_url).toBe(`http://localhost:8080/docs/runbook/#${alert.toLowerCase()}`);
      const page = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8');
      const section = page.split(`\n## ${alert}\n`)[1]?.split('\n## ')[0] ?? '';
      expect([...section.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(([, part]) => part)).toEqual([
        'Symptom',
        'Check',
        'Action',
      ]);
    },
  );

  it('have names of their own, each with a row in docs/monitoring.md', () => {
    const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `(Svc\w+)` \|/gm)].map(([, name]) => name);
    expect(new Set(rules.map(({ alert }) => alert))).toEqual(new Set(listed));
  });
});

it('a metric or a label that does not exist is noticed', () => {
  expect(misnamed('sum by (engin) (rate(svc_engine_attempts_total{outcom="x"}[5m])) / svc_nothing')).toEqual([
    'svc_engine_attempts_total{outcom}',
    'svc_nothing',
    'by engin',
  ]);
  expect(misnamed('svc_jobs_bucket')).toEqual([]);
});
